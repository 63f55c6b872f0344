//! A retired code does not come back.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_retired_revived.toml");

fn main() {}
