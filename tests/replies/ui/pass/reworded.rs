//! Rewording a published message, adding a parameter or a code: all legal.
reply_kit::registry!("reworded.toml");

fn main() {
    assert!(REGISTRY.find("WA-RES-I-002").is_some());
}
