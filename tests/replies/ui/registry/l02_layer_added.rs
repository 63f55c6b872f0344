//! The registry cannot add a layer.
reply_macros::registry!("l02_layer_added.toml");

fn main() {}
