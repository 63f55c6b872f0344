//! An area is two to six capital letters.
reply_macros::registry!("l07_area_name.toml");

fn main() {}
