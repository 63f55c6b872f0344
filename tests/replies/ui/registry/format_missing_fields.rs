//! An entry has what it needs.
reply_macros::registry!("format_missing_fields.toml");

fn main() {}
