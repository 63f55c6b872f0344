//! Enforcement never answers I.
reply_macros::registry!("l06_invalid_under_en.toml");

fn main() {}
