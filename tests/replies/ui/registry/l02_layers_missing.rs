//! A registry says who decides.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_layers_missing.toml");

fn main() {}
