//! `since` is a version.
reply_macros::registry!("format_version.toml");

fn main() {}
