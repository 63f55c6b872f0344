//! A published set of areas is not added to in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_area_added.toml");

fn main() {}
