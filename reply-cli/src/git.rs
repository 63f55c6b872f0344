//! What is asked of git.

use std::path::Path;
use std::process::{Command, Output};

use reply_registry::Source;

use crate::failure::CliError;
use crate::project::Project;

/// The registry as it was at a revision.
pub(crate) fn registry_at(project: &Project, revision: &str) -> Result<Source, CliError> {
    let commit = commit_of(&project.folder, revision)?;
    let file = project.registry.file_name().unwrap_or_default().to_string_lossy();
    let shown = run(&project.folder, &["show", &format!("{commit}:./{file}")])?;
    if !shown.status.success() {
        let help = "name a revision that has it; `git log --oneline -- registry.toml` lists them";
        return Err(CliError::new(format!("`{}` does not exist at revision `{revision}`", project.name), help));
    }
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    Ok(Source::new(format!("{}@{revision}", project.name), text))
}

/// The commit that a revision names.
fn commit_of(folder: &Path, revision: &str) -> Result<String, CliError> {
    repository(folder)?;
    let wanted = format!("{revision}^{{commit}}");
    let found = run(folder, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted])?;
    if !found.status.success() {
        let help = "a branch, a tag or a commit; in a shallow clone, fetch it first";
        return Err(CliError::new(format!("git knows no revision `{revision}`"), help));
    }
    Ok(text(&found))
}

/// The top folder of the repository that holds a folder.
pub(crate) fn repository(folder: &Path) -> Result<std::path::PathBuf, CliError> {
    let top = run(folder, &["rev-parse", "--show-toplevel"])?;
    if !top.status.success() {
        let help = "run this inside a clone; `git init` makes a repository";
        return Err(CliError::new("this is not a git repository", help));
    }
    Ok(text(&top).into())
}

/// Runs git in a folder; whether it succeeded is the caller's to judge.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Result<Output, CliError> {
    let mut git = Command::new("git");
    // In a hook, git names its folder and thereby takes this one for the top of the work tree.
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX"] {
        git.env_remove(name);
    }
    git.arg("-C").arg(folder).args(args).output().map_err(|error| {
        CliError::new(format!("git cannot be run: {}", error.kind()), "install git, and have it on the path")
    })
}

/// What git said, without the line end.
pub(crate) fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
}
