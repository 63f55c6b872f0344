//! A parameter becomes a field.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_param_keyword.toml");

fn main() {}
