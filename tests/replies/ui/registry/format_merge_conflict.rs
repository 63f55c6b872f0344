//! A merge conflict is called one.
reply_macros::registry!("format_merge_conflict.toml");

fn main() {}
