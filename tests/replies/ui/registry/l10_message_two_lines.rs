//! A message is one line.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_message_two_lines.toml");

fn main() {}
