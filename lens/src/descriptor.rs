//! What a mod says of itself that matters for loading: the folders that it hides (R2), the mods that it depends on (R16).

use std::collections::HashMap;

use ck3_script::Descriptor;

/// The file in which a mod says what it hides and what it depends on.
pub const DESCRIPTOR: &str = "descriptor.mod";

/// What matters for loading of a mod's descriptor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModDescriptor {
    /// What the mod is called; that is how others depend on it.
    pub name: Option<String>,
    /// The folders that it hides.
    pub replace_paths: Vec<String>,
    /// The names of the mods that it depends on.
    pub dependencies: Vec<String>,
}

impl ModDescriptor {
    /// Reads a `descriptor.mod`; what is wrong with one field does not keep the others from being read.
    pub fn parse(bytes: &[u8]) -> Self {
        let descriptor = Descriptor::parse(bytes);
        let texts = |name: &str| descriptor.values(name).into_iter().map(str::to_owned).collect();
        Self {
            name: descriptor.value("name").map(str::to_owned),
            replace_paths: texts("replace_path"),
            dependencies: texts("dependencies"),
        }
    }
}

/// The mods that load before one that they depend on: each with the first one of that name. `mods` are in load order.
///
/// The game does not reorder them (R16), so an order that contradicts `dependencies` is told and nothing else. A dependency that is
/// not among the mods contradicts no order.
pub fn misordered<'d>(mods: impl Iterator<Item = (Option<&'d str>, Vec<&'d str>)>) -> Vec<(usize, usize)> {
    let mods: Vec<_> = mods.collect();
    let mut first_of: HashMap<&str, usize> = HashMap::new();
    for (index, (name, _)) in mods.iter().enumerate() {
        if let Some(name) = name {
            first_of.entry(name).or_insert(index);
        }
    }
    let needs = mods.iter().enumerate().flat_map(|(index, (_, needs))| needs.iter().map(move |name| (index, *name)));
    needs
        .filter_map(|(index, name)| Some((index, *first_of.get(name)?)))
        .filter(|(index, first)| index < first)
        .collect()
}
