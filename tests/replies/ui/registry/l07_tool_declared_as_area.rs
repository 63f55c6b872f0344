//! Declaring a tool as an area does not make it one.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_tool_declared_as_area.toml");

fn main() {}
