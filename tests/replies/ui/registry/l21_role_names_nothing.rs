//! A role names a code that exists.
reply_kit::registry!("../../../../reply-registry/tests/registries/l21_role_names_nothing.toml");

fn main() {}
