//! A published set of layers is not added to in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_added.toml");

fn main() {}
