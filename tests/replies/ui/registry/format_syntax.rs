//! The registry is TOML.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_syntax.toml");

fn main() {}
