//! What the leak gate looks for does not change in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l80_leak_gate_changed.toml");

fn main() {}
