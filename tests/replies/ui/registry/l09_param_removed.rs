//! A published parameter stays.
reply_kit::registry!("../../../../reply-registry/tests/registries/l09_param_removed.toml");

fn main() {}
