//! The registry is where the macro looks.
reply_kit::registry!("../../../../reply-registry/tests/registries/no_registry_has_this_name.toml");

fn main() {}
