//! The lock is written by the tool.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_lock_edited.toml");

fn main() {}
