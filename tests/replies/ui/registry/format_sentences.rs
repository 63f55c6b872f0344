//! Messages are sentences, and values stand in quotes.
reply_macros::registry!("format_sentences.toml");

fn main() {}
