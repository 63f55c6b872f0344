//! Whether something is permitted is one layer's decision.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_two_layers_deny.toml");

fn main() {}
