//! From files to a [`Registry`], or to everything that is wrong with them.

use std::path::{Path, PathBuf};

use crate::assemble::assemble;
use crate::finding::{Finding, Findings, Location};
use crate::lock::RegistryLock;
use crate::model::Registry;
use crate::parse::parse;
use crate::rule::Rule;
use crate::rules;
use crate::source::Source;

/// A registry that was read: valid, or with findings.
#[derive(Debug)]
pub struct Loaded {
    registry: Registry,
    findings: Vec<Finding>,
}

impl Loaded {
    /// The registry if it keeps every rule, else all findings, in the order of the file.
    pub fn into_result(self) -> Result<Registry, Vec<Finding>> {
        if self.findings.is_empty() { Ok(self.registry) } else { Err(self.findings) }
    }

    /// Everything that is wrong.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// What could be made out in spite of the findings: enough to generate stand-ins, so that the findings are the
    /// only errors a build shows. The whole registry where there are none.
    pub fn salvaged(&self) -> &Registry {
        &self.registry
    }
}

/// Where the lock of a registry is: beside it, with the ending `.lock`.
pub fn lock_path(registry: &Path) -> PathBuf {
    registry.with_extension("lock")
}

/// Reads a registry and the lock beside it. `name` is what messages call the file.
///
/// ```no_run
/// let loaded = reply_registry::load(std::path::Path::new("registry.toml"), "registry.toml");
/// for finding in loaded.findings() {
///     eprintln!("error: {finding}");
/// }
/// ```
pub fn load(path: &Path, name: &str) -> Loaded {
    let lock_file = lock_path(path);
    let lock_name = lock_path(Path::new(name)).display().to_string();
    let mut findings = Vec::new();
    let lock = match read(&lock_file, &lock_name) {
        Ok(source) => Some(source),
        Err(finding) => {
            let help = "run `cargo reply lock`, and commit what it writes".to_owned();
            findings.push(if lock_file.exists() {
                Finding { help, ..*finding }
            } else {
                let message = format!("there is no `{lock_name}`: run `cargo reply lock`");
                Finding::new(Rule::LockPresent, message, "it lists what was published; commit what the command writes")
            });
            None
        }
    };
    match read(path, name) {
        Ok(source) => {
            let mut loaded = check(&source, lock.as_ref());
            loaded.findings.splice(0..0, findings);
            loaded
        }
        Err(finding) => {
            let nothing = Source::new(name, "");
            let mut loaded = check(&nothing, lock.as_ref());
            // The one true finding is that there is no registry; what an empty one lacks is noise.
            loaded.findings = vec![*finding];
            loaded
        }
    }
}

/// Checks the text of a registry, against the text of its lock where there is one.
pub fn check(source: &Source, lock: Option<&Source>) -> Loaded {
    let mut findings = Findings::new(source);
    let draft = parse(&mut findings);
    let is_toml = findings.list.is_empty();
    if is_toml || !findings.list.iter().any(|finding| finding.rule == Rule::TomlSyntax) {
        rules::check(&draft, &mut findings);
    }
    let mut published = RegistryLock::default();
    if let Some(lock_source) = lock {
        let (lock, problems) = RegistryLock::parse(lock_source);
        findings.list.extend(problems);
        // In a broken file, entries that could not be read would look deleted.
        if is_toml {
            lock.compare(lock_source, &draft, &mut findings);
        }
        published = lock;
    }
    let mut findings = findings.list;
    findings.sort_by_key(|finding| finding.place.as_ref().map(|place| (place.file != source.name(), place.start)));
    let registry = assemble(&draft, if findings.is_empty() { None } else { Some(&published) });
    Loaded { registry, findings }
}

fn read(path: &Path, name: &str) -> Result<Source, Box<Finding>> {
    let bytes = std::fs::read(path).map_err(|error| {
        let message = format!("cannot read `{name}`: {}", plain(&error, path));
        Box::new(Finding::new(Rule::FileReadable, message, "the path is relative to the source file that names it"))
    })?;
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| Box::new(not_utf8(name, &error)))
}

/// The reason without the machine's numbers, which differ between systems.
fn plain(error: &std::io::Error, path: &Path) -> String {
    match error.kind() {
        // Windows does not say that it is one.
        std::io::ErrorKind::PermissionDenied if path.is_dir() => "it is a directory".to_owned(),
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        kind => kind.to_string(),
    }
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> Finding {
    let at = error.utf8_error().valid_up_to();
    let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
    let place = Location::new(&Source::new(name, text), &(at..at), "not UTF-8 from here");
    Finding::new(Rule::FileUtf8, format!("`{name}` is not UTF-8 text"), "save the file as UTF-8").at(place)
}
