//! Who denies is the registry's to say, in its own words.
reply_kit::registry!("../../../../reply-registry/tests/registries/l04_another_layer_denies.toml");

fn main() {}
