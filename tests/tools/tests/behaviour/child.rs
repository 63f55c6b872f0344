//! The test binary again, as a process of its own: for limits and signals that would hit every other test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Tells a test that it runs as a child, and gives it a folder that outlives it.
const FOLDER: &str = "CK3RAVEN_TEST_FOLDER";

/// A command that runs one test of this binary in a child process, after a shell has set limits if there are any.
pub(crate) fn child(test: &str, limits: Option<&str>, folder: &Path) -> Command {
    let this = std::env::current_exe().unwrap();
    let mut command = match limits {
        None => Command::new(this),
        Some(limits) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(this);
            shell
        }
    };
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(FOLDER, folder);
    command
}

/// The folder of this process, if it is a child; without one, a test that plays the child has nothing to do.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}
