//! The registry describes every layer.
reply_macros::registry!("l02_layer_left_out.toml");

fn main() {}
