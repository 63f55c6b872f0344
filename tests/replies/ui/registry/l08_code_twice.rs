//! A number is used once.
reply_kit::registry!("../../../../reply-registry/tests/registries/l08_code_twice.toml");

fn main() {}
