//! A code has four parts.
reply_kit::registry!("../../../../reply-registry/tests/registries/l01_code_shape.toml");

fn main() {}
