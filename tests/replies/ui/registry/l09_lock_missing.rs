//! A registry has a lock.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_lock_missing.toml");

fn main() {}
