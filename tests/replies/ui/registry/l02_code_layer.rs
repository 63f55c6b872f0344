//! The layer of a code stands in the table.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_code_layer.toml");

fn main() {}
