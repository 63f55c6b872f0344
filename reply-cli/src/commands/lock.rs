//! `cargo reply lock`: publish what the registry holds.

use reply_registry::{Lock, Registry, lock_path};

use super::refuse;
use crate::failure::Failure;
use crate::project::Project;
use crate::{Outcome, cli, output, write};

pub(super) fn run(project: &Project, args: &cli::Lock) -> Result<Outcome, Failure> {
    let registry = match project.valid() {
        Ok(registry) => registry,
        Err(findings) => return Ok(refuse(&findings, "the lock is unchanged")),
    };
    let path = lock_path(&project.registry);
    let name = project.show(&path);
    if is_fresh(project, &registry) {
        output::note(&format!("{name} is up to date"));
        return Ok(Outcome::Done);
    }
    if args.check {
        output::failure(&format!("{name} is stale\n = help: run `cargo reply lock`, and commit what it writes"));
        return Ok(Outcome::Found);
    }
    write::replace(&path, &Lock::of(&registry).to_string())?;
    output::note(&format!("wrote {name}"));
    Ok(Outcome::Done)
}

/// Whether the lock is what the registry publishes.
pub(super) fn is_fresh(project: &Project, registry: &Registry) -> bool {
    project.lock().is_some_and(|lock| lock.text() == Lock::of(registry).to_string())
}
