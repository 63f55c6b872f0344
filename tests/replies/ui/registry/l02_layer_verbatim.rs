//! A published layer does not begin to hand out content as it is.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layer_verbatim.toml");

fn main() {}
