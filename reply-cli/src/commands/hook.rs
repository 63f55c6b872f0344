//! `cargo reply hook`: the fast gates of CI before each commit (L83).

mod gates;
mod install;

use crate::Outcome;
use crate::cli::{self, HookAction};
use crate::failure::Failure;
use crate::project::Project;

pub(super) fn run(project: &Project, args: &cli::Hook) -> Result<Outcome, Failure> {
    match args.action {
        HookAction::Install { force } => install::run(project, force),
        HookAction::Run { all: true } => gates::on_the_working_tree(project),
        HookAction::Run { all: false } => gates::on_what_is_staged(project),
    }
}
