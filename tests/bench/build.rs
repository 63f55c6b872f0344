//! Writes the `phf` map that look-up is compared with: the same codes, from the same registry.

use std::path::Path;

fn main() {
    let registry = Path::new("../../registry.toml");
    println!("cargo::rerun-if-changed=../../registry.toml");
    let loaded = reply_registry::load(registry, "registry.toml");
    let mut codes: Vec<String> = loaded.salvaged().entries.iter().map(|entry| entry.code.to_string()).collect();
    codes.sort();
    let mut map = phf_codegen::Map::new();
    for (index, code) in codes.iter().enumerate() {
        map.entry(code.as_str(), index.to_string());
    }
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let text = format!("pub(super) static PHF: phf::Map<&'static str, u16> = {};\n", map.build());
    std::fs::write(Path::new(&out).join("phf.rs"), text).expect("OUT_DIR can be written");
}
