//! A published area does not go away in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_area_removed.toml");

fn main() {}
