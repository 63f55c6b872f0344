//! A layer says who it is and what it may answer.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_without_types.toml");

fn main() {}
