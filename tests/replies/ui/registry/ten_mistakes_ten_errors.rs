//! All problems show in one build.
reply_macros::registry!("ten_mistakes_ten_errors.toml");

fn main() {}
