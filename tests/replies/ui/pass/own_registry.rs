//! The legal twin of every bad registry: it builds.
reply_kit::registry!("own_registry.toml");

fn main() {
    assert_eq!(REGISTRY.codes().len(), 5);
    assert_eq!(REGISTRY.find("WA-RES-I-001").map(|code| code.entry().key), Some("PATH_NOT_FOUND"));
    assert_eq!(REGISTRY.find("WA-RES-I-002"), None);
}
