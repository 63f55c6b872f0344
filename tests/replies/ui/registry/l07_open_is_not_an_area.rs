//! A contract's life is GATE.
reply_macros::registry!("l07_open_is_not_an_area.toml");

fn main() {}
