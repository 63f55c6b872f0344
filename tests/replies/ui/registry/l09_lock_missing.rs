//! A registry has a lock.
reply_macros::registry!("l09_lock_missing.toml");

fn main() {}
