//! A published parameter stays.
reply_macros::registry!("l09_param_removed.toml");

fn main() {}
