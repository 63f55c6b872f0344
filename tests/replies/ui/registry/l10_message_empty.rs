//! A message says something.
reply_macros::registry!("l10_message_empty.toml");

fn main() {}
