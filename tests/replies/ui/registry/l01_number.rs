//! The number is three digits, from 001.
reply_kit::registry!("../../../../reply-registry/tests/registries/l01_number.toml");

fn main() {}
