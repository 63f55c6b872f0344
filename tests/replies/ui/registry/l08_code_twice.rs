//! A number is used once.
reply_macros::registry!("l08_code_twice.toml");

fn main() {}
