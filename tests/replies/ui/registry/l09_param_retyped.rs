//! A published parameter keeps its type.
reply_macros::registry!("l09_param_retyped.toml");

fn main() {}
