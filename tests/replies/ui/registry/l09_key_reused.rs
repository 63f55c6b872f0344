//! A published key stays with its code.
reply_macros::registry!("l09_key_reused.toml");

fn main() {}
