//! A code's area is never a tool.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_area_is_a_tool.toml");

fn main() {}
