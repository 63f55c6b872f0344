//! A directory is no registry.
reply_macros::registry!("../registry");

fn main() {}
