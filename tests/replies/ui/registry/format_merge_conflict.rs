//! A merge conflict is called one.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_merge_conflict.toml");

fn main() {}
