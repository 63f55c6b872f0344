//! What follows from a registry: the code index, the schema, the bindings. The same registry gives the same bytes.

mod codes_html;
mod codes_md;
mod example;
mod markdown;
mod python;
mod rust;
mod schema;
mod typescript;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use reply_registry::{AddressForms, GateLevel, Registry, RegistryEntry, RegistryLayer};

pub(crate) use example::envelope;
pub(crate) use rust::{RustLines, rust_lines, rust_path, type_path};

use crate::project::Project;

/// The codes that can be given, in alphabetical order.
fn active(registry: &Registry) -> Vec<&RegistryEntry> {
    let mut entries: Vec<&RegistryEntry> = registry.active().collect();
    entries.sort_by_cached_key(|entry| entry.code.to_string());
    entries
}

/// The codes of a layer in the order of reading: by area as the registry lists them, then by type and number.
fn of_layer<'r>(registry: &'r Registry, layer: &RegistryLayer) -> Vec<&'r RegistryEntry> {
    let areas: HashMap<&str, usize> =
        registry.areas.iter().enumerate().map(|(index, area)| (area.name.as_str(), index)).collect();
    let mut entries: Vec<&RegistryEntry> =
        registry.entries.iter().filter(|entry| entry.code.layer() == layer.name).collect();
    entries.sort_by_key(|entry| (areas.get(entry.code.area()), entry.code.reply_type(), entry.code.number()));
    entries
}

/// What a layer may answer, and whether it returns file content unchanged.
fn may_answer(layer: &RegistryLayer) -> String {
    let types: Vec<&str> = layer.types.iter().map(|kind| kind.as_str()).collect();
    let verbatim = if layer.verbatim { "; hands out file content as it is" } else { "" };
    format!("{}{verbatim}", types.join(", "))
}

/// What the leak gate searches for and what it lets pass, in words.
fn gate_meaning(registry: &Registry) -> String {
    let mut meaning = match registry.gate {
        GateLevel::Off => "nothing is looked for in what leaves",
        GateLevel::HomeAndDrives => {
            "no home directory, drive, share or `file:` URL leaves; text about routes such as `/api/users` does"
        }
        _ => "no absolute path of any operating system leaves",
    }
    .to_owned();
    let AddressForms { schemes, roots, named, folders } = &registry.addresses;
    let of = |words: &[String], form: fn(&String) -> String| words.iter().map(form).collect::<Vec<_>>();
    let forms = [
        of(schemes, |word| format!("`{word}://…`")),
        of(roots, |word| format!("`{word}:/…`")),
        of(named, |word| format!("`{word}:NAME:/…`")),
    ]
    .concat();
    if !forms.is_empty() {
        _ = write!(meaning, "; {} are addresses", forms.join(", "));
    }
    if !folders.is_empty() {
        _ = write!(
            meaning,
            ", a name being followed by one of the folders {}",
            of(folders, |word| format!("`{word}`")).join(", ")
        );
    }
    meaning
}

/// What one command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputGroup {
    Docs,
    Schema,
    Typescript,
    Python,
}

impl OutputGroup {
    pub(crate) const ALL: [Self; 4] = [Self::Docs, Self::Schema, Self::Typescript, Self::Python];

    const fn command(self) -> &'static str {
        match self {
            Self::Docs => "cargo reply docs",
            Self::Schema => "cargo reply schema",
            Self::Typescript => "cargo reply bindings --lang typescript",
            Self::Python => "cargo reply bindings --lang python",
        }
    }

    /// The files of the group with what they should hold.
    fn files(self, project: &Project, registry: &Registry) -> Vec<(PathBuf, String)> {
        let at = |path: &str| project.folder.join(path);
        match self {
            Self::Docs => vec![
                (at("docs/codes.md"), codes_md::page(registry)),
                (at("docs/codes.html"), codes_html::page(registry)),
            ],
            Self::Schema => vec![(project.registry.with_extension("schema.json"), schema::document(registry))],
            Self::Typescript => vec![(at("bindings/typescript/replies.ts"), typescript::module(registry))],
            Self::Python => vec![
                (at("bindings/python/replies/__init__.py"), python::package(registry)),
                (at("bindings/python/replies/codes.py"), python::codes(registry)),
                (at("bindings/python/replies/envelope.py"), python::envelope()),
                (at("bindings/python/replies/py.typed"), String::new()),
            ],
        }
    }
}

/// A file that is not what it should be.
#[derive(Debug)]
pub(crate) struct StaleFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) command: &'static str,
    is_missing: bool,
}

impl StaleFile {
    /// What is wrong with it.
    pub(crate) const fn state(&self) -> &'static str {
        if self.is_missing { "missing" } else { "not what the registry says now" }
    }
}

/// The files of a group that are missing or stale.
pub(crate) fn stale_in(group: OutputGroup, project: &Project, registry: &Registry) -> Vec<StaleFile> {
    let files = group.files(project, registry).into_iter();
    files
        .filter_map(|(path, text)| {
            let current = std::fs::read(&path).ok();
            let is_fresh = current.as_deref() == Some(text.as_bytes());
            (!is_fresh).then(|| StaleFile { path, text, command: group.command(), is_missing: current.is_none() })
        })
        .collect()
}

/// The stale files of every group with at least one file in the project.
pub(crate) fn stale(project: &Project, registry: &Registry) -> Vec<StaleFile> {
    let mut all = Vec::new();
    for group in OutputGroup::ALL {
        let files = group.files(project, registry).len();
        let stale = stale_in(group, project, registry);
        let is_kept = stale.len() < files || stale.iter().any(|file| !file.is_missing);
        if is_kept {
            all.extend(stale);
        }
    }
    all
}
