//! The world never denies.
reply_kit::registry!("../../../../reply-registry/tests/registries/l04_denied_under_wa.toml");

fn main() {}
