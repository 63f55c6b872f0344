//! The wrapper fills in what its role declares.
reply_kit::registry!("../../../../reply-registry/tests/registries/l21_role_with_params.toml");

fn main() {}
