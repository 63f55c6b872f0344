//! A published parameter keeps its type.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_param_retyped.toml");

fn main() {}
