//! A success carries data, not parameters.
reply_macros::registry!("l18_success_with_params.toml");

fn main() {}
