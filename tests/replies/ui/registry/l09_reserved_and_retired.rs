//! A code has one status.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_reserved_and_retired.toml");

fn main() {}
