//! `cargo reply bindings`: the registry for clients in other languages.

use super::docs::generate;
use crate::CommandOutcome;
use crate::cli::{self, Language};
use crate::failure::CliError;
use crate::generate::OutputGroup;
use crate::project::Project;

pub(super) fn run(project: &Project, args: &cli::Bindings) -> Result<CommandOutcome, CliError> {
    let groups: &[OutputGroup] = match args.lang {
        Some(Language::Typescript) => &[OutputGroup::Typescript],
        Some(Language::Python) => &[OutputGroup::Python],
        None => &[OutputGroup::Typescript, OutputGroup::Python],
    };
    generate(project, groups, args.check)
}
