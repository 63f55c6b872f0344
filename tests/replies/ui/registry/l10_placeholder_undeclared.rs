//! Every placeholder is a parameter.
reply_macros::registry!("l10_placeholder_undeclared.toml");

fn main() {}
