//! A revision is recorded by the tool, with all that follows from it.
reply_kit::registry!("../../../../reply-registry/tests/registries/l02_revision_by_hand.toml");

fn main() {}
