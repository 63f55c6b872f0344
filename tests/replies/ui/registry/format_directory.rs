//! A directory is no registry.
reply_kit::registry!("../registry");

fn main() {}
