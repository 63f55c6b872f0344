//! A retired code does not come back.
reply_macros::registry!("l09_retired_revived.toml");

fn main() {}
