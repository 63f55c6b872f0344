//! A revision of the architecture says since when, and why.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_revision_without_reason.toml");

fn main() {}
