//! A parameter has a known type.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_param_type_unknown.toml");

fn main() {}
