//! A parameter has a known type.
reply_macros::registry!("l10_param_type_unknown.toml");

fn main() {}
