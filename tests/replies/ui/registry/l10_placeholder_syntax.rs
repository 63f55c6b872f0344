//! A brace that fits nothing is an error.
reply_macros::registry!("l10_placeholder_syntax.toml");

fn main() {}
