//! A key becomes the name of a type.
reply_macros::registry!("l08_key_format.toml");

fn main() {}
