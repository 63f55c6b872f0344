//! A role names a code that exists.
reply_macros::registry!("l21_role_names_nothing.toml");

fn main() {}
