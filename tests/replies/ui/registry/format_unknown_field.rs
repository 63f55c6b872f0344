//! A misspelt field is noticed.
reply_macros::registry!("format_unknown_field.toml");

fn main() {}
