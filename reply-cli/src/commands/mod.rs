//! One file a command.

mod bindings;
mod check;
mod completions;
mod diff;
mod docs;
mod explain;
mod hook;
mod list;
mod lock;
mod new;
mod reference;
mod retire;
mod schema;

use crate::Outcome;
use crate::cli::{Cli, Command};
use crate::failure::Failure;
use crate::project::Project;

/// Runs the command that was asked for.
pub(crate) fn run(cli: Cli) -> Result<Outcome, Failure> {
    match cli.command {
        Command::Completions(args) => return Ok(completions::run(&args)),
        Command::Reference => return Ok(reference::run()),
        _ => {}
    }
    let project = Project::find(cli.registry.as_deref())?;
    match cli.command {
        Command::New(args) => new::run(&project, args),
        Command::Retire(args) => retire::run(&project, &args),
        Command::Check(args) => check::run(&project, &args),
        Command::Explain(args) => Ok(explain::run(&project, &args)),
        Command::List(args) => list::run(&project, &args),
        Command::Diff(args) => diff::run(&project, &args),
        Command::Lock(args) => lock::run(&project, &args),
        Command::Docs(args) => docs::run(&project, &args),
        Command::Schema(args) => schema::run(&project, &args),
        Command::Bindings(args) => bindings::run(&project, &args),
        Command::Hook(args) => hook::run(&project, &args),
        Command::Completions(_) | Command::Reference => Ok(Outcome::Done),
    }
}

/// Prints why a command does not go on, and what that means for the files.
fn refuse(findings: &[reply_registry::Finding], consequence: &str) -> Outcome {
    crate::report::refuse(findings);
    crate::output::note(&format!("{}; {consequence}", crate::report::count(findings)));
    Outcome::Found
}
