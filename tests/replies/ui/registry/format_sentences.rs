//! Messages are sentences, and values stand in quotes.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_sentences.toml");

fn main() {}
