//! The wrapper speaks for MCP alone.
reply_macros::registry!("l21_role_of_another_layer.toml");

fn main() {}
