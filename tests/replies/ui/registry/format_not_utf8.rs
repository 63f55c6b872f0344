//! The registry is UTF-8.
reply_macros::registry!("format_not_utf8.toml");

fn main() {}
