//! Every placeholder is a parameter.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_placeholder_undeclared.toml");

fn main() {}
