//! The registry is where the macro looks.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_missing_file.toml");

fn main() {}
