//! A key becomes the name of a type.
reply_kit::registry!("../../../../reply-registry/tests/registries/l08_key_format.toml");

fn main() {}
