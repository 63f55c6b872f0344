//! A message says something.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_message_empty.toml");

fn main() {}
