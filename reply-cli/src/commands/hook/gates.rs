use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use reply_registry::Finding;

use crate::commands::check;
use crate::failure::CliError;
use crate::output::{BAD, GOOD, styled};
use crate::project::Project;
use crate::report;
use crate::{CommandOutcome, git, output};

/// Every gate, on the files as they are: what CI runs.
pub(super) fn check_working_tree(project: &Project) -> Result<CommandOutcome, CliError> {
    let formatting = gate("formatting", || Ok(is_formatted(&project.tree)))?;
    let registry = gate("registry", || check_registry(project))?;
    let architecture = gate("architecture", || Ok(check_architecture(&project.tree, &project.tree)))?;
    Ok(formatting.and(registry).and(architecture))
}

/// The gates that the change can break, on exactly what is about to be committed: what is not staged does not count.
pub(super) fn check_staged(project: &Project) -> Result<CommandOutcome, CliError> {
    let top = git::repository(&project.folder)?;
    let changed = git::run(&top, &["diff", "--cached", "--name-only", "--no-renames", "-z"])?;
    let changed: Vec<String> = String::from_utf8_lossy(&changed.stdout)
        .split('\0')
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    if changed.is_empty() {
        output::note("nothing is staged");
        return Ok(CommandOutcome::Done);
    }
    let staged = Checkout::from_index(&top)?;
    let staged_project = staged.project(project, &top)?;
    let mut outcome = CommandOutcome::Done;
    if changed.iter().any(|name| has_ending(name, "rs")) {
        outcome = gate("formatting", || Ok(is_formatted(&staged_project.tree)))?;
    }
    let registry = project.registry_below(&top);
    if changed.iter().any(|name| affects_registry(name, registry)) {
        outcome = outcome.and(gate("registry", || check_registry(&staged_project))?);
    }
    if changed.iter().any(|name| has_ending(name, "rs") || name == ALLOWANCES) {
        let judged = &staged_project.tree;
        outcome = outcome.and(gate("architecture", || Ok(check_architecture(&project.tree, judged)))?);
    }
    Ok(outcome)
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == ending)
}

/// Rust may stop constructing a code; the rest is the registry, its lock, and what is generated.
fn affects_registry(name: &str, registry: &Path) -> bool {
    let folder = registry.parent().unwrap_or(Path::new(""));
    let below = Path::new(name).strip_prefix(folder).unwrap_or(Path::new(name));
    let stem = registry.file_stem().unwrap_or_default().to_string_lossy();
    let is_beside = below.components().count() == 1 && below.to_string_lossy().starts_with(&*stem);
    is_beside || has_ending(name, "rs") || below.starts_with("docs") || below.starts_with("bindings")
}

fn gate(name: &str, run: impl FnOnce() -> Result<bool, CliError>) -> Result<CommandOutcome, CliError> {
    let start = Instant::now();
    let passed = run()?;
    let (style, word) = if passed { (GOOD, "passed") } else { (BAD, "failed") };
    output::note(&format!("{} {name} ({:.1} s)", styled(style, word), start.elapsed().as_secs_f32()));
    Ok(if passed { CommandOutcome::Done } else { CommandOutcome::Found })
}

fn is_formatted(tree: &Path) -> bool {
    let manifest = tree.join("Cargo.toml");
    if !manifest.is_file() {
        return true;
    }
    let passed = passes(Command::new("cargo").args(["fmt", "--all", "--check", "--manifest-path"]).arg(manifest));
    if !passed {
        output::note(" = help: run `cargo fmt --all`, and stage what it changes");
    }
    passed
}

/// Whether a command of cargo's ends well; what it prints is shown.
fn passes(command: &mut Command) -> bool {
    match command.output() {
        Ok(output) => {
            let printed = [output.stdout, output.stderr].concat();
            if !printed.is_empty() {
                output::note(String::from_utf8_lossy(&printed).trim_end());
            }
            output.status.success()
        }
        Err(error) => {
            output::failure(&format!("cargo cannot be run: {}", error.kind()));
            false
        }
    }
}

/// What a project that has an architecture lint allows it to pass over; a project without the file has no such lint.
const ALLOWANCES: &str = "arch-allow.toml";

/// Runs the lint of the project in `tree` over the sources in `judged`.
fn check_architecture(tree: &Path, judged: &Path) -> bool {
    if !judged.join(ALLOWANCES).is_file() {
        return true;
    }
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "arch-lint", "--manifest-path"]).arg(tree.join("Cargo.toml"));
    passes(command.arg("--").arg(judged))
}

fn check_registry(project: &Project) -> Result<bool, CliError> {
    let loaded = project.load();
    let findings: Vec<Finding> = match loaded.findings() {
        [] => check::check_project(project, loaded.salvaged(), false)?,
        findings => findings.to_vec(),
    };
    report::refuse(&findings);
    Ok(findings.is_empty())
}

/// What is about to be committed, as files of their own; gone when dropped.
struct Checkout {
    folder: PathBuf,
}

impl Checkout {
    fn from_index(top: &Path) -> Result<Self, CliError> {
        let folder = std::env::temp_dir().join(format!("cargo-reply-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| CliError::unwritable(&folder, &error))?;
        let checkout = Self { folder };
        let prefix = format!("--prefix={}/", checkout.folder.display());
        let done = git::run(top, &["checkout-index", "--all", "--force", &prefix])?;
        if !done.status.success() {
            let reason = String::from_utf8_lossy(&done.stderr);
            return Err(CliError::new("git cannot write out what is staged", reason.trim()));
        }
        Ok(checkout)
    }

    fn project(&self, project: &Project, top: &Path) -> Result<Project, CliError> {
        Project::at(&self.folder, &self.folder.join(project.registry_below(top)))
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
