//! The wrapper speaks for one layer.
reply_kit::registry!("../../../../reply-registry/tests/registries/l21_role_of_another_layer.toml");

fn main() {}
