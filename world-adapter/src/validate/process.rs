//! The validator as a process: bounded time, memory and output, and no leftovers.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use reply_kit::Cancellation;

use crate::validate::run_folder::RunFolder;
use crate::validate::{ValidatorConfig, ValidatorError, ValidatorProblem};

/// The most bytes of reports that are read.
const MAX_REPORTS_LENGTH: usize = 64 * 1024 * 1024;
/// The most bytes of its diagnostics that are kept.
const MAX_DIAGNOSTICS: usize = 64 * 1024;
/// How often to check whether it has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long its streams may stay open after it has ended: another process may hold them.
const STREAMS_TIMEOUT: Duration = Duration::from_secs(2);

/// The output of the validator.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) reports: Vec<u8>,
    /// For people.
    pub(crate) diagnostics: String,
}

/// A prepared run.
pub(crate) struct Process {
    command: Command,
    timeout: Duration,
    shown: String,
}

impl Process {
    pub(crate) fn of(config: &ValidatorConfig, folder: &RunFolder, game: &Path) -> Self {
        let mut command = match &config.limiter {
            Some(limiter) => {
                let mut command = Command::new(limiter);
                let cpu = config.timeout.as_secs() * 64 + 1;
                command.args(["limited", "--memory", &config.memory.to_string(), "--cpu-seconds", &cpu.to_string()]);
                command.args(["--parent", &std::process::id().to_string(), "--"]).arg(&config.program);
                command
            }
            None => Command::new(&config.program),
        };
        command.args(["--json", "--no-color", "--game"]).arg(game);
        command.arg("--config").arg(folder.config()).arg(folder.descriptor());
        command.current_dir(&folder.path).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // It gets no settings from the person's environment, and its children end with it.
            command.env_clear().env("HOME", &folder.path).env("TMPDIR", &folder.path).process_group(0);
        }
        let shown = format!("{command:?}");
        Self { command, timeout: config.timeout, shown }
    }

    /// Runs it until it ends, or kills it.
    pub(crate) fn run(mut self, cancellation: &Cancellation) -> Result<Output, ValidatorError> {
        let started = Instant::now();
        let child = self.command.spawn();
        let mut child = child.map_err(|error| self.failure(ValidatorProblem::NotStarted, &error.to_string(), ""))?;
        let is_full = Arc::new(AtomicBool::new(false));
        let reports = StreamReader::start(child.stdout.take(), MAX_REPORTS_LENGTH, Some(Arc::clone(&is_full)));
        let diagnostics = StreamReader::start(child.stderr.take(), MAX_DIAGNOSTICS, None);
        let ended = loop {
            match has_ended(&mut child) {
                Ok(true) => break Ok(()),
                Ok(false) if is_full.load(Ordering::Acquire) => break Err(ValidatorProblem::TooMuchOutput),
                Ok(false) if cancellation.is_cancelled() => break Err(ValidatorProblem::Cancelled),
                Ok(false) if started.elapsed() >= self.timeout => break Err(ValidatorProblem::Timeout),
                Ok(false) => std::thread::sleep(POLL_INTERVAL),
                Err(_) => break Err(ValidatorProblem::Crashed),
            }
        };
        let status = end(&mut child);
        let deadline = Instant::now() + STREAMS_TIMEOUT;
        let (reports, diagnostics) = (reports.finish(deadline), diagnostics.finish(deadline));
        let diagnostics = String::from_utf8_lossy(&diagnostics.content).into_owned();
        let took = format!("after {:.1} s", started.elapsed().as_secs_f32());
        match ended {
            Err(reason) => Err(self.failure(reason, &took, &diagnostics)),
            Ok(()) if is_full.load(Ordering::Acquire) => {
                Err(self.failure(ValidatorProblem::TooMuchOutput, &took, &diagnostics))
            }
            Ok(()) => match status {
                // Nobody knows what else it found: half a report is not one that says less is wrong.
                Ok(status) if status.success() && !reports.is_whole => {
                    let what = format!("another process holds its output open; {took}");
                    Err(self.failure(ValidatorProblem::UnreadableOutput, &what, &diagnostics))
                }
                Ok(status) if status.success() => Ok(Output { reports: reports.content, diagnostics }),
                Ok(status) => {
                    let reason = problem_of(status, &diagnostics);
                    Err(self.failure(reason, &format!("{status} {took}"), &diagnostics))
                }
                Err(error) => Err(self.failure(ValidatorProblem::Crashed, &error.to_string(), &diagnostics)),
            },
        }
    }

    fn failure(&self, reason: ValidatorProblem, what: &str, diagnostics: &str) -> ValidatorError {
        let report = format!("validator: {}: {what}\ncommand: {}\n\n{diagnostics}", reason.word(), self.shown);
        ValidatorError::new(reason, report)
    }
}

/// The limiter's exit code if it cannot become the validator.
const NOT_STARTED: i32 = 127;

fn problem_of(status: ExitStatus, diagnostics: &str) -> ValidatorProblem {
    // A Rust program that gets no memory reports that, and aborts.
    if diagnostics.contains("memory allocation of") || diagnostics.contains("out of memory") {
        return ValidatorProblem::Memory;
    }
    if status.code() == Some(NOT_STARTED) { ValidatorProblem::NotStarted } else { ValidatorProblem::Crashed }
}

/// Whether a process has ended. Its id stays reserved until it is waited for, so no other process can be killed by mistake.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let Some(pid) = pid(child) else { return child.try_wait().map(|status| status.is_some()) };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(pid), options)?.is_some())
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> io::Result<bool> {
    child.try_wait().map(|status| status.is_some())
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Kills a process with its children, and waits for it so that it does not stay in the process table.
fn end(child: &mut Child) -> io::Result<ExitStatus> {
    #[cfg(unix)]
    if let Some(group) = pid(child) {
        // Its children may outlive it.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    child.wait()
}

/// What was read of a stream.
#[derive(Default)]
struct StreamContent {
    content: Vec<u8>,
    /// Whether it was read to its end, or to the bound.
    is_whole: bool,
}

/// Reads a stream on a thread of its own, so that the process never blocks; past the bound the stream counts as full.
struct StreamReader {
    told: Receiver<StreamContent>,
    is_stopped: Arc<AtomicBool>,
}

impl StreamReader {
    fn start(stream: Option<impl ReadUntil + Send + 'static>, limit: usize, is_full: Option<Arc<AtomicBool>>) -> Self {
        let (tell, told) = channel();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        let read = move || {
            let mut content = Vec::new();
            let mut is_whole = true;
            if let Some(stream) = stream {
                let mut stream = Stoppable { stream, is_stopped: stop };
                is_whole = (&mut stream).take(limit as u64).read_to_end(&mut content).is_ok();
                if content.len() == limit {
                    match is_full {
                        Some(is_full) => is_full.store(true, Ordering::Release),
                        // Diagnostics beyond this are not kept.
                        None => drop(io::copy(&mut stream, &mut io::sink())),
                    }
                }
            }
            // The receiver may have been dropped.
            let _ = tell.send(StreamContent { content, is_whole });
        };
        // Without a thread nothing is read, and what is not read is not whole.
        let _ = std::thread::Builder::new().name("validator".to_owned()).spawn(read);
        Self { told, is_stopped }
    }

    /// What was read until a deadline. The thread then ends, also if another process holds the stream open.
    fn finish(self, deadline: Instant) -> StreamContent {
        let left = deadline.saturating_duration_since(Instant::now());
        if let Ok(read) = self.told.recv_timeout(left) {
            return read;
        }
        self.is_stopped.store(true, Ordering::Release);
        self.told.recv_timeout(POLL_INTERVAL * 10).unwrap_or_default()
    }
}

/// A stream that is read until somebody stops it.
struct Stoppable<S> {
    stream: S,
    is_stopped: Arc<AtomicBool>,
}

impl<S: ReadUntil> Read for Stoppable<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Also if there is always more to read.
        while !self.is_stopped.load(Ordering::Acquire) {
            if self.stream.is_ready()? {
                return self.stream.read(buffer);
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

/// A stream of which it can be known whether reading it would wait.
trait ReadUntil: Read {
    /// Whether there is something to read, or the end; it waits a short time for that.
    fn is_ready(&self) -> io::Result<bool>;
}

#[cfg(unix)]
impl<S: Read + std::os::fd::AsFd> ReadUntil for S {
    fn is_ready(&self) -> io::Result<bool> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let interval = Timespec { tv_sec: 0, tv_nsec: POLL_INTERVAL.subsec_nanos().into() };
        match poll(&mut [PollFd::new(self, PollFlags::IN)], Some(&interval)) {
            Ok(ready) => Ok(ready > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Pipes cannot be asked here: the thread waits until the last process that holds one has ended.
#[cfg(not(unix))]
impl<S: Read> ReadUntil for S {
    fn is_ready(&self) -> io::Result<bool> {
        Ok(true)
    }
}
