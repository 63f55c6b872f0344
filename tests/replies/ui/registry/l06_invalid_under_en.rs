//! Enforcement never answers I.
reply_kit::registry!("../../../../reply-registry/tests/registries/l06_invalid_under_en.toml");

fn main() {}
