//! A published number keeps its key.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_key_changed.toml");

fn main() {}
