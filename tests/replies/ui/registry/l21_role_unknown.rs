//! There are no other parts.
reply_macros::registry!("l21_role_unknown.toml");

fn main() {}
