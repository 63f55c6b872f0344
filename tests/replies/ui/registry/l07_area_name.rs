//! An area is two to six capital letters.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_area_name.toml");

fn main() {}
