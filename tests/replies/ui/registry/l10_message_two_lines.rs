//! A message is one line.
reply_macros::registry!("l10_message_two_lines.toml");

fn main() {}
