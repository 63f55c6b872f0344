//! The lock is written by the tool.
reply_macros::registry!("l09_lock_edited.toml");

fn main() {}
