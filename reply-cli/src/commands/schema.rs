//! `cargo reply schema`: what an editor needs to complete and check the registry.

use super::docs::generate;
use crate::failure::CliError;
use crate::generate::OutputGroup;
use crate::project::Project;
use crate::{CommandOutcome, cli, output};

pub(super) fn run(project: &Project, args: &cli::Generated) -> Result<CommandOutcome, CliError> {
    let outcome = generate(project, &[OutputGroup::Schema], args.check)?;
    if outcome == CommandOutcome::Done && !project.source()?.text().contains("#:schema") {
        let name = project.registry.with_extension("schema.json");
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        output::note(&format!("{} does not refer to it yet; its first line: `#:schema ./{name}`", project.name));
    }
    Ok(outcome)
}
