//! The registry cannot let WA deny.
reply_macros::registry!("l02_layers_widened.toml");

fn main() {}
