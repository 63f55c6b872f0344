//! `limited`: limits itself and becomes another program. The validator is run this way (L95); not for people.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Args;

/// The limits, and the program.
#[derive(Debug, Args)]
pub(crate) struct LimitedArgs {
    /// How many bytes of memory it may address.
    #[arg(long)]
    memory: u64,
    /// How many seconds of the processor it may use.
    #[arg(long)]
    cpu_seconds: u64,
    /// The process that waits for it; without that it ends.
    #[arg(long)]
    parent: u32,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

/// The exit code if it cannot become the program.
const NOT_STARTED: u8 = 127;

#[cfg(unix)]
pub(crate) fn run(args: &LimitedArgs) -> ExitCode {
    use std::os::unix::process::CommandExt as _;
    if let Err(error) = limit(args) {
        super::fail(&format!("the limits cannot be set: {error}"));
        return ExitCode::from(NOT_STARTED);
    }
    let Some((program, arguments)) = args.command.split_first() else { return ExitCode::from(NOT_STARTED) };
    let error = std::process::Command::new(program).args(arguments).exec();
    super::fail(&format!("{} cannot be started: {error}", program.display()));
    ExitCode::from(NOT_STARTED)
}

#[cfg(unix)]
fn limit(args: &LimitedArgs) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let limit = |limit| Rlimit { current: Some(limit), maximum: Some(limit) };
    let memory = setrlimit(Resource::As, limit(args.memory));
    // Not every system can limit the address space.
    if cfg!(target_os = "linux") {
        memory?;
    }
    setrlimit(Resource::Cpu, limit(args.cpu_seconds))?;
    setrlimit(Resource::Core, limit(0))?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getppid, set_parent_process_death_signal};
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have ended before it could be watched.
        if getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs()) != Some(args.parent) {
            return Err(std::io::Error::other("nobody waits for it"));
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn run(args: &LimitedArgs) -> ExitCode {
    super::fail(&format!("processes cannot be limited on this system: {args:?}"));
    ExitCode::from(NOT_STARTED)
}
