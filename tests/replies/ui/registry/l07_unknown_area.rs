//! An area stands in the table.
reply_macros::registry!("l07_unknown_area.toml");

fn main() {}
