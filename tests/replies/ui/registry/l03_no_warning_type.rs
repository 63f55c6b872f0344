//! There is no warning.
reply_kit::registry!("../../../../reply-registry/tests/registries/l03_no_warning_type.toml");

fn main() {}
