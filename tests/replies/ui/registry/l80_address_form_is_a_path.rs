//! What the leak gate lets pass cannot be a path of a disk.
reply_kit::registry!("../../../../reply-registry/tests/registries/l80_address_form_is_a_path.toml");

fn main() {}
