//! A published code does not go back to reserved.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_unpublished.toml");

fn main() {}
