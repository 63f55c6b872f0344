//! Two keys cannot become one type.
reply_kit::registry!("../../../../reply-registry/tests/registries/l08_keys_of_one_type.toml");

fn main() {}
