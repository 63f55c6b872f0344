//! A success carries data, not parameters.
reply_kit::registry!("../../../../reply-registry/tests/registries/l18_success_with_params.toml");

fn main() {}
