//! What replaces a code can be used.
reply_macros::registry!("l09_replacement_retired.toml");

fn main() {}
