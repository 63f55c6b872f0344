//! The registry is TOML.
reply_macros::registry!("format_syntax.toml");

fn main() {}
