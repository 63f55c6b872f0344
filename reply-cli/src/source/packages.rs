//! Which packages build on the registry: the one that expands it, and whatever depends on that.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::calls::{self, MacroCall};
use super::walk;
use crate::project::Project;

/// A package of the tree.
#[derive(Debug)]
struct Package {
    name: String,
    dependencies: HashSet<String>,
}

/// The packages of the tree, and which of them build on the registry.
#[derive(Debug)]
pub(crate) struct Packages {
    by_folder: HashMap<PathBuf, Package>,
    relevant: HashSet<PathBuf>,
    /// Where the registry is expanded.
    pub(crate) calls: Vec<MacroCall>,
}

impl Packages {
    /// Reads the tree of a project.
    pub(crate) fn of(project: &Project) -> Self {
        Self::among(project, &walk::files(&project.tree))
    }

    /// Reads the tree whose files these are.
    pub(super) fn among(project: &Project, files: &[PathBuf]) -> Self {
        let manifests = files.iter().filter(|file| file.file_name().is_some_and(|name| name == "Cargo.toml"));
        let by_folder: HashMap<PathBuf, Package> =
            manifests.filter_map(|file| Some((file.parent()?.to_owned(), read(file)?))).collect();
        let rust = files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "rs"));
        let calls = rust.filter_map(|file| calls::find(file, &project.registry)).collect();
        let mut packages = Self { by_folder, relevant: HashSet::new(), calls };
        let expanding = packages.calls.iter().filter_map(|call| packages.folder_of(&call.file).map(Path::to_owned));
        packages.relevant = packages.dependents(expanding.collect());
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

    /// Whether a file can use the registry's types; every file where nothing expands the registry.
    pub(super) fn reads(&self, file: &Path) -> bool {
        self.relevant.is_empty() || self.folder_of(file).is_some_and(|folder| self.relevant.contains(folder))
    }

    /// The path by which authors reach the types: `crate::replies` where the program is one package, and the name of the
    /// package that expands the registry where others build on it.
    pub(crate) fn types_path(&self) -> String {
        let Some(call) = self.calls.first() else { return "crate".to_owned() };
        let package = self.folder_of(&call.file).and_then(|folder| self.by_folder.get(folder));
        let root = match package {
            Some(package) if self.relevant.len() > 1 => package.name.replace('-', "_"),
            _ => "crate".to_owned(),
        };
        let modules = call.modules.iter().map(String::as_str);
        std::iter::once(root.as_str()).chain(modules).collect::<Vec<_>>().join("::")
    }
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
