//! A brace that fits nothing is an error.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_placeholder_syntax.toml");

fn main() {}
