//! How fast `cargo reply` is.

fn main() {}
