//! The registry is UTF-8.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_not_utf8.toml");

fn main() {}
