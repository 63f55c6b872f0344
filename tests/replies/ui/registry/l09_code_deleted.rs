//! A published code is retired, not deleted.
reply_macros::registry!("l09_code_deleted.toml");

fn main() {}
