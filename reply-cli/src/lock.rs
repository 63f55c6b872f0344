//! `cargo reply lock`: publish what the registry holds.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use reply_registry::{Finding, Lock, Rule, load, lock_path};

pub(crate) struct Options {
    pub(crate) registry: PathBuf,
    pub(crate) mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

pub(crate) fn run(registry: &Path, mode: Mode) -> ExitCode {
    let loaded = load(registry, &registry.display().to_string());
    // A first lock has none to agree with.
    let findings: Vec<&Finding> =
        loaded.findings().iter().filter(|finding| finding.rule != Rule::LockPresent).collect();
    if !findings.is_empty() {
        for finding in &findings {
            eprintln!("error: {finding}\n");
        }
        eprintln!("{} findings; the lock is unchanged", findings.len());
        return ExitCode::from(1);
    }
    let path = lock_path(registry);
    let text = Lock::of(loaded.salvaged()).to_string();
    let current = std::fs::read_to_string(&path).ok();
    if current.as_deref() == Some(text.as_str()) {
        eprintln!("{} is up to date", path.display());
        return ExitCode::SUCCESS;
    }
    if mode == Mode::Check {
        eprintln!("error: {} is stale\n = help: run `cargo reply lock`, and commit what it writes", path.display());
        return ExitCode::from(1);
    }
    match write_whole(&path, &text) {
        Ok(()) => {
            eprintln!("wrote {}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: cannot write {}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

/// Writes beside the file, then renames: the old file or the new one, never half of it.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("lock.new");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path).inspect_err(|_| drop(std::fs::remove_file(&beside)))
}
