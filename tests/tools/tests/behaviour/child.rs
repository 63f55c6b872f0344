//! The test binary again, as a process of its own: for limits and signals that would hit every other test.

use std::process::Command;

/// What tells a test that it runs as a child, and where its world lies.
pub(crate) const FOLDER: &str = "CK3RAVEN_TEST_FOLDER";

/// A command that runs one ignored test of this binary in a child process.
pub(crate) fn child(test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command
}

/// The same, after a shell has set limits.
pub(crate) fn child_with(limits: &str, test: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")]).arg(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]);
    command
}
