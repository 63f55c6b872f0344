//! A published code is retired, not deleted.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_code_deleted.toml");

fn main() {}
