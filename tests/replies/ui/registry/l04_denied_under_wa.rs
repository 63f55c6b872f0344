//! The world never denies.
reply_macros::registry!("l04_denied_under_wa.toml");

fn main() {}
