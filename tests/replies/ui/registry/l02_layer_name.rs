//! A layer becomes the first part of a code, and a module.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_name.toml");

fn main() {}
