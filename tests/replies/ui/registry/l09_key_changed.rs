//! A published number keeps its key.
reply_macros::registry!("l09_key_changed.toml");

fn main() {}
