//! A code's area is never a tool.
reply_macros::registry!("l07_area_is_a_tool.toml");

fn main() {}
