//! `cargo reply bindings`: the registry for clients in other languages.

use super::docs::generate;
use crate::Outcome;
use crate::cli::{self, Language};
use crate::failure::Failure;
use crate::generate::Group;
use crate::project::Project;

pub(super) fn run(project: &Project, args: &cli::Bindings) -> Result<Outcome, Failure> {
    let groups: &[Group] = match args.lang {
        Some(Language::Typescript) => &[Group::Typescript],
        Some(Language::Python) => &[Group::Python],
        None => &[Group::Typescript, Group::Python],
    };
    generate(project, groups, args.check)
}
