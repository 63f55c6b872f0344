//! A field has its type.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_wrong_type.toml");

fn main() {}
