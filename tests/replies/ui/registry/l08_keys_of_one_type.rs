//! Two keys cannot become one type.
reply_macros::registry!("l08_keys_of_one_type.toml");

fn main() {}
