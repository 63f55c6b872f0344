//! A parameter becomes a field.
reply_macros::registry!("l10_param_keyword.toml");

fn main() {}
