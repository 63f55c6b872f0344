//! `cargo reply lock`: publish what the registry holds.

use reply_registry::{Registry, RegistryLock, lock_path};

use super::stated::state_layers;
use super::write_all;
use crate::failure::CliError;
use crate::project::Project;
use crate::{CommandOutcome, cli, output};

pub(super) fn run(project: &Project, args: &cli::Lock) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("the lock is unchanged")?;
    let path = lock_path(&project.registry);
    let name = project.show(&path);
    if is_fresh(project, &registry) {
        output::note(&format!("{name} is up to date"));
        return Ok(CommandOutcome::Done);
    }
    if args.check {
        output::failure(&format!("{name} is stale\n = help: run `cargo reply lock`, and commit what it writes"));
        return Ok(CommandOutcome::Found);
    }
    let mut files = vec![(path, RegistryLock::of(&registry).to_string())];
    // The first time pins the layers; a call of `registry!` that states them follows, as it does with a revision.
    if project.lock().is_none_or(|lock| RegistryLock::parse(&lock).0.pins.layers.is_empty()) {
        files.extend(state_layers(project, &registry)?);
    }
    write_all(project, &files)?;
    Ok(CommandOutcome::Done)
}

/// Whether the lock is what the registry publishes.
pub(super) fn is_fresh(project: &Project, registry: &Registry) -> bool {
    project.lock().is_some_and(|lock| lock.text() == RegistryLock::of(registry).to_string())
}
