//! The registry is where the macro looks.
reply_macros::registry!("format_missing_file.toml");

fn main() {}
