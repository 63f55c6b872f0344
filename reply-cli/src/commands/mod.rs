//! One file a command; those that generate share one.

mod check;
mod completions;
mod diff;
mod explain;
mod generated;
mod hook;
mod init;
mod list;
mod lock;
mod new;
mod reference;
mod retire;
mod revise;
mod stated;

use std::path::PathBuf;

use crate::CommandOutcome;
use crate::cli::{Cli, Command};
use crate::failure::CliError;
use crate::project::Project;

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<CommandOutcome, CliError> {
    let project = || Project::find(cli.registry.as_deref());
    match cli.command {
        Command::Completions { shell } => Ok(completions::run(shell)),
        Command::Reference => Ok(reference::run()),
        Command::Init(args) => init::run(&args),
        Command::New(args) => new::run(&project()?, args),
        Command::Retire(args) => retire::run(&project()?, &args),
        Command::Revise(args) => revise::run(&project()?, &args),
        Command::Check(args) => check::run(&project()?, &args),
        Command::Explain(args) => explain::run(&project()?, &args),
        Command::List(args) => list::run(&project()?, args),
        Command::Diff(args) => diff::run(&project()?, &args),
        Command::Lock(args) => lock::run(&project()?, &args),
        Command::Docs(args) => generated::docs(&project()?, &args),
        Command::Schema(args) => generated::schema(&project()?, &args),
        Command::Bindings(args) => generated::bindings(&project()?, &args),
        Command::Hook(action) => hook::run(&project()?, &action),
    }
}

/// Writes files, all or none, and says which.
fn write_all(project: &Project, files: &[(PathBuf, String)]) -> Result<(), CliError> {
    crate::write::replace_all(files)?;
    for (path, _) in files {
        crate::output::note(&format!("wrote {}", project.show(path)));
    }
    Ok(())
}
