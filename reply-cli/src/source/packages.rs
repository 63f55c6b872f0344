//! Which packages build on the registry: the one that expands it, and whatever depends on that.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::lexer::{Kind, tokens};
use super::walk;
use crate::project::Project;

/// A package of the tree.
#[derive(Debug)]
struct Package {
    name: String,
    dependencies: HashSet<String>,
}

/// The folders of the packages to read; all of them where none expands the registry.
#[derive(Debug)]
pub(super) struct Packages {
    by_folder: HashMap<PathBuf, Package>,
    relevant: HashSet<PathBuf>,
}

impl Packages {
    pub(super) fn of(project: &Project, files: &[PathBuf]) -> Self {
        let manifests = files.iter().filter(|file| file.file_name().is_some_and(|name| name == "Cargo.toml"));
        let by_folder: HashMap<PathBuf, Package> =
            manifests.filter_map(|file| Some((file.parent()?.to_owned(), read(file)?))).collect();
        let mut packages = Self { by_folder, relevant: HashSet::new() };
        let expanding: HashSet<PathBuf> = files
            .iter()
            .filter(|file| file.extension().is_some_and(|ending| ending == "rs") && expands(file, &project.registry))
            .filter_map(|file| packages.folder_of(file).map(Path::to_owned))
            .collect();
        packages.relevant = packages.dependents(expanding);
        packages
    }

    /// Everything that depends on these, directly or not.
    fn dependents(&self, mut found: HashSet<PathBuf>) -> HashSet<PathBuf> {
        loop {
            let names: HashSet<&str> =
                found.iter().filter_map(|at| Some(self.by_folder.get(at)?.name.as_str())).collect();
            let more: Vec<PathBuf> = self
                .by_folder
                .iter()
                .filter(|(at, package)| {
                    !found.contains(*at) && package.dependencies.iter().any(|name| names.contains(name.as_str()))
                })
                .map(|(at, _)| at.clone())
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    fn folder_of<'f>(&self, file: &'f Path) -> Option<&'f Path> {
        file.ancestors().skip(1).find(|folder| self.by_folder.contains_key(*folder))
    }

    /// Whether a file can use the registry's types.
    pub(super) fn reads(&self, file: &Path) -> bool {
        self.relevant.is_empty() || self.folder_of(file).is_some_and(|folder| self.relevant.contains(folder))
    }
}

/// The name by which Rust code reaches the types: the crate that expands the registry.
pub(crate) fn crate_name(project: &Project) -> String {
    let files = walk::files(&project.tree);
    let expanding = files
        .iter()
        .filter(|file| file.extension().is_some_and(|ending| ending == "rs"))
        .find(|file| expands(file, &project.registry));
    let manifest = expanding.and_then(|file| file.ancestors().find(|at| at.join("Cargo.toml").is_file()));
    let package = manifest.and_then(|folder| read(&folder.join("Cargo.toml")));
    package.map_or_else(|| "replies".to_owned(), |package| package.name.replace('-', "_"))
}

/// Whether a file has `registry!("…")` with the path of this registry.
fn expands(file: &Path, registry: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else { return false };
    if !text.contains("registry!") {
        return false;
    }
    let tokens = tokens(&text);
    let calls = tokens.windows(4).filter_map(|window| match window {
        [name, bang, open, path] if name.is_word("registry") && bang.is('!') && open.is('(') => match path.kind {
            Kind::Text(path) => Some(path),
            _ => None,
        },
        _ => None,
    });
    let folder = file.parent().unwrap_or(Path::new("."));
    calls.into_iter().any(|path| std::fs::canonicalize(folder.join(path)).is_ok_and(|found| found == registry))
}

fn read(manifest: &Path) -> Option<Package> {
    let text = std::fs::read_to_string(manifest).ok()?;
    let document = toml_edit::Document::parse(text).ok()?;
    let name = document.get("package")?.get("name")?.as_str()?.to_owned();
    let mut dependencies = HashSet::new();
    collect(document.as_table(), &mut dependencies);
    if let Some(targets) = document.get("target").and_then(|targets| targets.as_table_like()) {
        targets
            .iter()
            .filter_map(|(_, target)| target.as_table_like())
            .for_each(|target| collect(target, &mut dependencies));
    }
    Some(Package { name, dependencies })
}

fn collect(table: &dyn toml_edit::TableLike, into: &mut HashSet<String>) {
    for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let Some(entries) = table.get(section).and_then(|entries| entries.as_table_like()) else { continue };
        for (name, value) in entries.iter() {
            let renamed = value.get("package").and_then(|package| package.as_str());
            into.insert(renamed.unwrap_or(name).to_owned());
        }
    }
}
