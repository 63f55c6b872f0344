//! A key is used once.
reply_macros::registry!("l08_key_twice.toml");

fn main() {}
