//! A published code does not go back to reserved.
reply_macros::registry!("l09_unpublished.toml");

fn main() {}
