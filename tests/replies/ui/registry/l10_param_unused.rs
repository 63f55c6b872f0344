//! Every parameter is shown.
reply_kit::registry!("../../../../reply-registry/tests/registries/l10_param_unused.toml");

fn main() {}
