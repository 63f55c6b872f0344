//! A summary is one line.
reply_kit::registry!("../../../../reply-registry/tests/registries/format_summary.toml");

fn main() {}
