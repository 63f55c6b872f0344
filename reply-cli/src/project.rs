//! The current project: its registry, what is generated beside it, and its source tree.

use std::path::{Component, Path, PathBuf};

use reply_registry::{Finding, Loaded, Registry, Rule, Source, load, lock_path};

use crate::failure::CliError;

/// A registry and the folders around it.
#[derive(Debug)]
pub(crate) struct Project {
    /// The registry.
    pub(crate) registry: PathBuf,
    /// What messages call it.
    pub(crate) name: String,
    /// The folder of the registry: what is generated lies below.
    pub(crate) folder: PathBuf,
    /// The source tree in which codes are used: the workspace around the registry.
    pub(crate) tree: PathBuf,
    here: PathBuf,
}

impl Project {
    /// The named registry, or the nearest one upwards.
    pub(crate) fn find(named: Option<&Path>) -> Result<Self, CliError> {
        let here = std::env::current_dir().map_err(|error| CliError::unreadable(".", &error))?;
        let registry = match named {
            Some(file) if here.join(file).is_file() => here.join(file),
            Some(file) => {
                let help = "`--registry` takes the path of a registry, relative to this folder";
                return Err(CliError::new(format!("there is no file `{}`", file.display()), help));
            }
            None => {
                let mut files = here.ancestors().map(|folder| folder.join("registry.toml"));
                files.find(|file| file.is_file()).ok_or_else(|| {
                    let help = "go to the project, or name the file: `--registry FILE`";
                    CliError::new("there is no `registry.toml` here or in any folder above", help)
                })?
            }
        };
        Self::at(&here, &registry)
    }

    /// A registry, with paths shown as seen from a folder.
    pub(crate) fn at(here: &Path, registry: &Path) -> Result<Self, CliError> {
        let name = || registry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let registry = std::fs::canonicalize(registry).map_err(|error| CliError::unreadable(name(), &error))?;
        let here = std::fs::canonicalize(here).unwrap_or_else(|_| here.to_owned());
        let folder = registry.parent().unwrap_or(Path::new(".")).to_owned();
        let name = relative(&here, &registry);
        Ok(Self { tree: tree_around(&folder), registry, name, folder, here })
    }

    /// The registry and its lock, read and checked.
    pub(crate) fn load(&self) -> Loaded {
        load(&self.registry, &self.name)
    }

    /// The registry, if it and its lock keep every rule; a lock is not needed yet. If not, what that means for the files.
    pub(crate) fn valid(&self, consequence: &'static str) -> Result<Registry, CliError> {
        let loaded = self.load();
        let findings: Vec<Finding> =
            loaded.findings().iter().filter(|finding| finding.rule != Rule::LockPresent).cloned().collect();
        if findings.is_empty() {
            Ok(loaded.salvaged().clone())
        } else {
            Err(CliError::Findings { findings, consequence })
        }
    }

    /// The registry's text.
    pub(crate) fn source(&self) -> Result<Source, CliError> {
        let text = std::fs::read_to_string(&self.registry).map_err(|error| CliError::unreadable(&self.name, &error))?;
        Ok(Source::new(&self.name, text))
    }

    /// The lock's text, where there is one.
    pub(crate) fn lock(&self) -> Option<Source> {
        let path = lock_path(&self.registry);
        let text = std::fs::read_to_string(&path).ok()?;
        Some(Source::new(self.show(&path), text))
    }

    /// The registry as seen from the top folder of its repository.
    pub(crate) fn registry_below(&self, top: &Path) -> &Path {
        let top = std::fs::canonicalize(top).unwrap_or_else(|_| top.to_owned());
        self.registry.strip_prefix(top).unwrap_or(&self.registry)
    }

    /// A path as seen from here, with forward slashes.
    pub(crate) fn show(&self, path: &Path) -> String {
        relative(&self.here, path)
    }

    /// The version that was named, or else the project's, for what is written now.
    pub(crate) fn since(&self, named: Option<&String>, does: &str) -> Result<String, CliError> {
        let project = || self.folder.ancestors().find_map(|folder| version_in(&folder.join("Cargo.toml")));
        named.cloned().or_else(project).ok_or_else(|| {
            CliError::new("this project states no version", format!("say which version {does}: `--since 0.2.0`"))
        })
    }
}

/// The version that a manifest tells: the package's, else the workspace's.
pub(crate) fn version_in(manifest: &Path) -> Option<String> {
    let manifest = toml_edit::Document::parse(std::fs::read_to_string(manifest).ok()?).ok()?;
    let package = manifest.get("package").and_then(|package| package.get("version")?.as_str());
    let workspace = manifest.get("workspace").and_then(|table| table.get("package")?.get("version")?.as_str());
    package.or(workspace).map(|version| version.split(['-', '+']).next().unwrap_or(version).to_owned())
}

/// The workspace around a folder, else its package, else the folder itself.
fn tree_around(folder: &Path) -> PathBuf {
    let manifest = |at: &&Path| at.join("Cargo.toml").is_file();
    let Some(package) = folder.ancestors().find(manifest) else { return folder.to_owned() };
    let is_workspace = |at: &&Path| {
        std::fs::read_to_string(at.join("Cargo.toml"))
            .is_ok_and(|text| text.lines().any(|line| line.trim_start().starts_with("[workspace")))
    };
    package.ancestors().find(is_workspace).unwrap_or(package).to_owned()
}

/// The path from a folder to a file.
fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    let parts = up.chain(to[shared..].iter().copied());
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
}
