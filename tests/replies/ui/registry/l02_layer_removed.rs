//! A published layer does not go away in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_removed.toml");

fn main() {}
