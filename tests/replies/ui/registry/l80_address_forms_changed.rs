//! What the leak gate lets pass does not change in passing.
reply_kit::registry!("../../../../reply-registry/tests/registries/l80_address_forms_changed.toml");

fn main() {}
