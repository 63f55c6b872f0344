//! `cargo reply schema`: what an editor needs to complete and check the registry.

use super::docs::generate;
use crate::failure::Failure;
use crate::generate::Group;
use crate::project::Project;
use crate::{Outcome, cli, output};

pub(super) fn run(project: &Project, args: &cli::Generated) -> Result<Outcome, Failure> {
    let outcome = generate(project, &[Group::Schema], args.check)?;
    if outcome == Outcome::Done && !project.source()?.text().contains("#:schema") {
        let name = project.registry.with_extension("schema.json");
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        output::note(&format!("{} does not refer to it yet; its first line: `#:schema ./{name}`", project.name));
    }
    Ok(outcome)
}
