//! The leak gate has three levels.
reply_kit::registry!("../../../../reply-registry/tests/registries/l80_leak_gate_unknown.toml");

fn main() {}
