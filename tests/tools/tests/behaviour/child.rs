//! The test binary again, as a process of its own: for limits and signals that would hit every other test.

#[cfg(unix)]
use std::fs::OpenOptions;
#[cfg(unix)]
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

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
    play(&mut command, test, folder);
    command
}

/// The same with a copy of this binary, which another user may run.
#[cfg(unix)]
pub(crate) fn child_of(binary: &Path, test: &str, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    play(&mut command, test, folder);
    command
}

fn play(command: &mut Command, test: &str, folder: &Path) {
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(FOLDER, folder);
}

/// The file in which a child counts what it has done, a byte each.
const STEPS: &str = "steps";

/// Counts a step of this process, which plays the child.
#[cfg(unix)]
pub(crate) fn count_step(folder: &Path) {
    let mut steps = OpenOptions::new().create(true).append(true).open(folder.join(STEPS)).unwrap();
    steps.write_all(b".").unwrap();
}

/// Starts a child, kills it once it has counted so many steps and so much time went by, and sees that it did not end before.
#[cfg(unix)]
pub(crate) fn kill_after(test: &str, folder: &Path, steps: u64, delay: Duration) {
    kill_while(test, folder, steps, || std::thread::sleep(delay));
}

/// Starts a child, does something once it has counted so many steps, kills it, and sees that it did not end before.
///
/// When it is killed follows from what it has done, however busy the machine is.
#[cfg(unix)]
pub(crate) fn kill_while(test: &str, folder: &Path, steps: u64, then: impl FnOnce()) {
    std::fs::write(folder.join(STEPS), "").unwrap();
    let mut program = child(test, None, folder).stdout(Stdio::null()).spawn().unwrap();
    while std::fs::metadata(folder.join(STEPS)).unwrap().len() < steps {
        assert!(program.try_wait().unwrap().is_none(), "it stopped by itself");
        std::thread::sleep(Duration::from_millis(1));
    }
    then();
    program.kill().unwrap();
    assert!(!program.wait().unwrap().success(), "it stopped by itself");
}

/// The folder of this process, if it is a child; without one, a test that plays the child has nothing to do.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}
