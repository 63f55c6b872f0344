//! A published layer is not given another type in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_widened.toml");

fn main() {}
