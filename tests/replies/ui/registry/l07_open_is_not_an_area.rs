//! A contract's life is GATE.
reply_kit::registry!("../../../../reply-registry/tests/registries/l07_open_is_not_an_area.toml");

fn main() {}
