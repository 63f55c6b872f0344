//! `cargo reply docs`, `schema` and `bindings`: what follows from the registry.

use super::write_all;
use crate::cli::{self, Language};
use crate::failure::CliError;
use crate::generate::{OutputGroup, stale_in};
use crate::project::Project;
use crate::{CommandOutcome, output};

/// The code index.
pub(super) fn docs(project: &Project, args: &cli::Generated) -> Result<CommandOutcome, CliError> {
    generate(project, &[OutputGroup::Docs], args.check)
}

/// What an editor needs to complete and check the registry.
pub(super) fn schema(project: &Project, args: &cli::Generated) -> Result<CommandOutcome, CliError> {
    let outcome = generate(project, &[OutputGroup::Schema], args.check)?;
    if outcome == CommandOutcome::Done && !project.source()?.text().contains("#:schema") {
        let name = project.registry.with_extension("schema.json");
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        output::note(&format!("{} does not refer to it yet; its first line: `#:schema ./{name}`", project.name));
    }
    Ok(outcome)
}

/// The registry for clients in other languages.
pub(super) fn bindings(project: &Project, args: &cli::Bindings) -> Result<CommandOutcome, CliError> {
    let groups: &[OutputGroup] = match args.lang {
        Some(Language::Typescript) => &[OutputGroup::Typescript],
        Some(Language::Python) => &[OutputGroup::Python],
        None => &[OutputGroup::Typescript, OutputGroup::Python],
    };
    generate(project, groups, args.check)
}

/// Writes what is missing or stale, or says so.
fn generate(project: &Project, groups: &[OutputGroup], only_check: bool) -> Result<CommandOutcome, CliError> {
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
