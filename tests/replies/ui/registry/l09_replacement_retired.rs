//! What replaces a code can be used.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_replacement_retired.toml");

fn main() {}
