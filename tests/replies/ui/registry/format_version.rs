//! `since` is a version.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_version.toml");

fn main() {}
