//! A summary is one line.
reply_macros::registry!("format_summary.toml");

fn main() {}
