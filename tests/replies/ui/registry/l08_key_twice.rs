//! A key is used once.
reply_kit::registry!("../../../../reply-registry/tests/registries/l08_key_twice.toml");

fn main() {}
