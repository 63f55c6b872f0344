//! Every parameter is shown.
reply_macros::registry!("l10_param_unused.toml");

fn main() {}
