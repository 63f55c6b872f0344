//! The wrapper fills in what its role declares.
reply_macros::registry!("l21_role_with_params.toml");

fn main() {}
