//! Contracts never deny.
reply_kit::registry!("../../../../reply-registry/tests/registries/l04_denied_under_ct.toml");

fn main() {}
