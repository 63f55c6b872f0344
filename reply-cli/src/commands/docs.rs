//! `cargo reply docs`: the code index. The other commands that generate go through here too.

use super::write_all;
use crate::failure::CliError;
use crate::generate::{OutputGroup, stale_in};
use crate::project::Project;
use crate::{CommandOutcome, cli, output};

pub(super) fn run(project: &Project, args: &cli::Generated) -> Result<CommandOutcome, CliError> {
    generate(project, &[OutputGroup::Docs], args.check)
}

/// Writes what is missing or stale, or says so.
pub(super) fn generate(
    project: &Project,
    groups: &[OutputGroup],
    only_check: bool,
) -> Result<CommandOutcome, CliError> {
    let registry = project.valid("nothing was written")?;
    let stale: Vec<_> = groups.iter().flat_map(|group| stale_in(*group, project, &registry)).collect();
    if stale.is_empty() {
        output::note("up to date");
        return Ok(CommandOutcome::Done);
    }
    if only_check {
        for file in &stale {
            let name = project.show(&file.path);
            let help = format!("run `{}`, and commit what it writes", file.command);
            output::failure(&format!("`{name}` is {}\n = help: {help}", file.state()));
        }
        return Ok(CommandOutcome::Found);
    }
    write_all(project, &stale.into_iter().map(|file| (file.path, file.text)).collect::<Vec<_>>())?;
    Ok(CommandOutcome::Done)
}
