//! The server never denies.
reply_macros::registry!("l04_denied_under_mcp.toml");

fn main() {}
