//! What fails says why.
reply_macros::registry!("l18_message_missing.toml");

fn main() {}
