//! A code has one status.
reply_macros::registry!("l09_reserved_and_retired.toml");

fn main() {}
