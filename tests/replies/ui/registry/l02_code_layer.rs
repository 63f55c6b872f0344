//! There are four layers.
reply_macros::registry!("l02_code_layer.toml");

fn main() {}
