//! An area stands in the table.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_unknown_area.toml");

fn main() {}
