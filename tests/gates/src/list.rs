//! The reviewed list, as the root manifest holds it.

use std::collections::BTreeMap;

use serde_json::Value;

/// `[workspace.metadata.purity]`: the guarded package, and who may depend on it for which reason.
#[derive(Debug, Default)]
pub struct Reviewed {
    /// The package that the list is about.
    pub guarded: String,
    /// Who may be built with it.
    pub product: BTreeMap<String, String>,
    /// Who may be tested with it.
    pub tests: BTreeMap<String, String>,
}

impl Reviewed {
    /// Reads the list out of the workspace's metadata; what is missing there is empty.
    pub fn read(metadata: &Value) -> Self {
        let purity = &metadata["purity"];
        let table = |name: &str| -> BTreeMap<String, String> {
            let entries = purity[name].as_object().into_iter().flatten();
            entries.map(|(name, reason)| (name.clone(), reason.as_str().unwrap_or_default().to_owned())).collect()
        };
        let guarded = purity["guarded"].as_str().unwrap_or_default().to_owned();
        Self { guarded, product: table("product"), tests: table("tests") }
    }
}
