//! There is no warning.
reply_macros::registry!("l03_no_warning_type.toml");

fn main() {}
