//! A field has its type.
reply_macros::registry!("format_wrong_type.toml");

fn main() {}
