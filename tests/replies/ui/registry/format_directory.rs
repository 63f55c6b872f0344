//! A directory is not a registry.
reply_kit::registry!("../registry");

fn main() {}
