//! A code has four parts.
reply_macros::registry!("l01_code_shape.toml");

fn main() {}
