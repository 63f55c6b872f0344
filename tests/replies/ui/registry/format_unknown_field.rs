//! A misspelt field is noticed.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_unknown_field.toml");

fn main() {}
