//! `cargo reply hook`: the fast gates of CI before each commit (L83).

mod gates;
mod install;

use crate::CommandOutcome;
use crate::cli::HookAction;
use crate::failure::CliError;
use crate::project::Project;

pub(super) fn run(project: &Project, action: &HookAction) -> Result<CommandOutcome, CliError> {
    match *action {
        HookAction::Install { force } => install::run(project, force),
        HookAction::Run { all: true } => gates::check_working_tree(project),
        HookAction::Run { all: false } => gates::check_staged(project),
    }
}
