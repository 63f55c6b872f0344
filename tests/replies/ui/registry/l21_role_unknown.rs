//! There are no other parts.
reply_kit::registry!("../../../../reply-registry/tests/registries/l21_role_unknown.toml");

fn main() {}
