//! Every part of the wrapper is cast.
reply_macros::registry!("l21_role_missing.toml");

fn main() {}
