//! Contracts never deny.
reply_macros::registry!("l04_denied_under_ct.toml");

fn main() {}
