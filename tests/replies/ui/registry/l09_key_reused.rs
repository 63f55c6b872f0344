//! A published key stays with its code.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_key_reused.toml");

fn main() {}
