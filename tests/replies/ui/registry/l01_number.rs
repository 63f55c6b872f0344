//! The number is three digits, from 001.
reply_macros::registry!("l01_number.toml");

fn main() {}
