use std::path::{Path, PathBuf};

use crate::failure::CliError;
use crate::project::Project;
use crate::{CommandOutcome, git, output, write};

const MARK: &str = "# Written by `cargo reply hook install`.";

/// Puts the hook where git looks for it, in a worktree too.
pub(super) fn run(project: &Project, force: bool) -> Result<CommandOutcome, CliError> {
    let top = git::repository(&project.folder)?;
    let folder = git::run(&top, &["rev-parse", "--git-path", "hooks"])?;
    let hook = top.join(PathBuf::from(git::text(&folder))).join("pre-commit");
    let current = std::fs::read_to_string(&hook).ok();
    if current.as_ref().is_some_and(|text| !text.contains(MARK)) && !force {
        return Err(CliError::new(
            format!("there is another pre-commit hook in `{}`", project.show(&hook)),
            "have it run `cargo reply hook run`, or replace it: `cargo reply hook install --force`",
        ));
    }
    let script = script(project, &top);
    if current.as_deref() == Some(script.as_str()) {
        output::note("the hook is up to date");
        return Ok(CommandOutcome::Done);
    }
    write::replace(&hook, &script)?;
    make_executable(&hook)?;
    output::note(&format!("wrote {}; `git commit --no-verify` skips it once", project.show(&hook)));
    Ok(CommandOutcome::Done)
}

/// Git runs a hook at the top of the work tree.
fn script(project: &Project, top: &Path) -> String {
    let registry = project.registry_below(top).display();
    format!("#!/bin/sh\n{MARK}\nexec cargo reply --registry '{registry}' hook run\n")
}

#[cfg(unix)]
fn make_executable(hook: &Path) -> Result<(), CliError> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(hook, std::fs::Permissions::from_mode(0o755))
        .map_err(|error| CliError::unwritable(hook, &error))
}

#[cfg(not(unix))]
fn make_executable(_hook: &Path) -> Result<(), CliError> {
    Ok(())
}
