//! Every part of the wrapper is cast.
reply_kit::registry!("../../../../reply-registry/tests/registries/l21_role_missing.toml");

fn main() {}
