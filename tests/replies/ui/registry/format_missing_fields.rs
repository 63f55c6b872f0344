//! An entry has what it needs.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_missing_fields.toml");

fn main() {}
