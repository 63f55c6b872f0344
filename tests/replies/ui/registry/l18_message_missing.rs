//! What fails says why.
reply_kit::registry!("../../../../reply-registry/tests/registries/l18_message_missing.toml");

fn main() {}
