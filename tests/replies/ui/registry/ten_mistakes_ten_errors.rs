//! All problems show in one build.
reply_kit::registry!("../../../../reply-registry/tests/registries/ten_mistakes_ten_errors.toml");

fn main() {}
