//! Crash files: what escaped from a tool, on disk under the call's trace id (L19).

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;
use std::task::Poll;

use crate::call::trace::TraceId;
use crate::codes::code_ref::CodeRef;
use crate::data::writer::{DataProblem, Leak};

/// How many crash files are kept; the oldest are pruned.
const MAX_CRASH_FILES: usize = 1_000;

/// The most bytes of a crash file.
const MAX_REPORT: usize = 256 * 1024;

/// The most bytes of a panic's message: it may hold all of an agent's input.
const MAX_PANIC: usize = 16 * 1024;

/// The folder for crash files. People read them; no agent does.
#[derive(Clone, Debug)]
pub struct CrashDir {
    path: PathBuf,
    versions: String,
    fallback: fn(&str),
}

impl CrashDir {
    /// Sets the folder; it is created with the first crash file.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let versions = format!("reply-core {}", env!("CARGO_PKG_VERSION"));
        Self { path: path.into(), versions, fallback: write_to_stderr }
    }

    /// Where a report goes that cannot be written as a file: stderr by default. It is called on the thread of the call, so it
    /// must not block.
    #[must_use]
    pub fn with_fallback(mut self, fallback: fn(&str)) -> Self {
        self.fallback = fallback;
        self
    }

    /// Adds a component and its version to the versions that every crash file lists.
    #[must_use]
    pub fn with_version(mut self, part: &str, version: &str) -> Self {
        let _ = write!(self.versions, ", {part} {version}");
        self
    }
    /// Where the crash file of a call is, if there is one.
    pub fn file(&self, trace_id: TraceId) -> PathBuf {
        self.path.join(format!("crash-{trace_id}.txt"))
    }

    fn write(&self, trace_id: TraceId, report: &str) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.path)?;
        std::fs::write(self.file(trace_id), report)?;
        self.prune_oldest()
    }

    /// Prunes the folder, so that it does not fill a disk.
    fn prune_oldest(&self) -> std::io::Result<()> {
        let entries = std::fs::read_dir(&self.path)?.flatten();
        let mut files: Vec<_> =
            entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("crash-")).collect();
        if files.len() > MAX_CRASH_FILES {
            files.sort_by_cached_key(|entry| entry.metadata().and_then(|about| about.modified()).ok());
            for file in files.iter().rev().skip(MAX_CRASH_FILES) {
                // Another call may have removed it first.
                let _ = std::fs::remove_file(file.path());
            }
        }
        Ok(())
    }
}

/// Why a call did not end in a reply of its own.
#[derive(Debug)]
pub(crate) enum AbnormalEnd {
    Panic(Panic),
    Cancelled(&'static str),
    /// The data or the message could not be sent.
    Unsendable(DataProblem),
    MistypedCode,
    /// The tool ended the call with an E, and stated a cause for people.
    Reported(String),
    /// The change had been made, and then the tool gave this reply, which is false.
    AfterTheChange(CodeRef),
}

impl AbnormalEnd {
    fn describe(&self) -> String {
        match self {
            Self::Panic(panic) => format!("panic: {}\nat: {}\n\n{}", panic.message, panic.location, panic.stack),
            Self::Cancelled(why) => format!("cancelled: {why}"),
            Self::Unsendable(DataProblem::Leak(Leak { field, kind, site })) => {
                let stack = site.as_ref().map(|site| site.stack.to_string()).unwrap_or_default();
                format!("leak: a host path ({kind:?}) in `{field}`; the text was made at:\n\n{stack}")
            }
            Self::Reported(report) => report.clone(),
            Self::Unsendable(DataProblem::TooLarge(field)) => format!("bug: the reply is too large at `{field}`"),
            Self::Unsendable(DataProblem::ForeignCode(field)) => {
                format!("bug: `{field}` holds a code of another registry")
            }
            Self::AfterTheChange(code) => format!("bug: the change was made, and then answered with {code}"),
            Self::MistypedCode => {
                "bug: the code is not of the layer, the ending or the registry that its types say".to_owned()
            }
        }
    }
}

/// The text, or its beginning and how much was cut.
pub(crate) fn shortened(text: String, limit: usize) -> String {
    if text.len() <= limit {
        return text;
    }
    let (kept, rest) = text.split_at(text.floor_char_boundary(limit));
    format!("{kept}… (+{} more bytes)", rest.len())
}

fn write_to_stderr(report: &str) {
    // The call is answered even where stderr cannot be written.
    let _ = writeln!(std::io::stderr(), "{report}");
}

/// Writes a crash file. A full disk must not cost the agent its answer, so a report that cannot be written goes to the
/// fallback.
pub(crate) fn record(dir: &CrashDir, trace_id: TraceId, tool: &str, arguments: &str, escape: &AbnormalEnd) {
    let mut report = String::new();
    let _ = writeln!(report, "trace: {trace_id}\ntool: {tool}\nversions: {}", dir.versions);
    if !arguments.is_empty() {
        let _ = writeln!(report, "arguments: {arguments}");
    }
    let _ = writeln!(report, "{}", escape.describe());
    let report = shortened(report, MAX_REPORT);
    if let Err(error) = dir.write(trace_id, &report) {
        (dir.fallback)(&format!("crash file of {trace_id} not written ({error}):\n{report}"));
    }
}

/// A panic, caught.
#[derive(Debug)]
pub(crate) struct Panic {
    message: String,
    location: String,
    stack: String,
}

thread_local! {
    /// How many calls are being watched on this thread.
    static WATCHED: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<(String, Backtrace)>> = const { RefCell::new(None) };
}

/// Runs something with the panic net around it. A panic comes back with the location and the stack that only the panic hook
/// can see.
///
/// What `run` captures is behind locks that a panic poisons, or is not used after a panic.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Panic> {
    WATCHED.set(WATCHED.get() + 1);
    let outcome = catch_unwind(AssertUnwindSafe(run)).map_err(|payload| {
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let message = text.or_else(|| payload.downcast_ref::<String>().cloned());
        let (location, stack) = LAST.take().map_or_else(Default::default, |(place, stack)| (place, stack.to_string()));
        discard(payload);
        let message = shortened(message.unwrap_or_else(|| "(no message)".to_owned()), MAX_PANIC);
        Panic { message, location, stack }
    });
    WATCHED.set(WATCHED.get() - 1);
    outcome
}

/// Drops the value of a panic. One that panics when it is dropped does not escape the net by that, and the value of that second
/// panic, which may be no better, is not dropped at all.
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
        LAST.take();
    }
}

/// Polls a future with the panic net around every step. After a panic it is not polled again, so its broken state is never seen.
pub(crate) async fn catch_in<T>(future: impl Future<Output = T>) -> Result<T, Panic> {
    let mut future = std::pin::pin!(future);
    std::future::poll_fn(|cx| match catch(|| future.as_mut().poll(cx)) {
        Ok(polled) => polled.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

/// Installs the hook that remembers the stack of a watched panic, and leaves every other panic to the previous hook.
pub(crate) fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if WATCHED.try_with(Cell::get).unwrap_or(0) == 0 {
                return previous(info);
            }
            let place = info.location().map_or_else(String::new, ToString::to_string);
            LAST.set(Some((place, Backtrace::force_capture())));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l19_the_newest_crash_files_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let dir = CrashDir::at(folder.path().join("crashes"));
        let ids: Vec<TraceId> = (0..MAX_CRASH_FILES + 3).map(|_| TraceId::fresh()).collect();
        for id in &ids {
            dir.write(*id, "x").unwrap();
        }
        let kept = std::fs::read_dir(folder.path().join("crashes")).unwrap().count();
        assert_eq!(kept, MAX_CRASH_FILES);
        assert!(dir.file(ids[ids.len() - 1]).exists());
    }

    #[test]
    fn l19_a_report_that_cannot_be_written_goes_to_stderr_unless_the_program_says_otherwise() {
        const CHILD: &str = "REPLY_CORE_TEST_STDERR";
        if std::env::var_os(CHILD).is_some() {
            let dir = CrashDir::at(std::env::current_exe().unwrap());
            return record(&dir, TraceId::fresh(), "x", "", &AbnormalEnd::Cancelled("no room"));
        }
        // What a test writes to stderr itself nobody can read, so this binary runs again as a child.
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let this =
            "call::crash::tests::l19_a_report_that_cannot_be_written_goes_to_stderr_unless_the_program_says_otherwise";
        let output = child.args(["--exact", this, "--nocapture"]).env(CHILD, "1").output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.contains("cancelled: no room"), "{told}");
    }

    #[test]
    fn a_thread_is_watched_for_panics_while_a_call_runs_and_no_longer() {
        let outer = catch(|| {
            let before = WATCHED.get();
            let inner = catch(|| WATCHED.get());
            (before, inner.ok(), WATCHED.get())
        });
        assert_eq!(outer.ok(), Some((1, Some(2), 1)));
        // What panics now goes to the hook of the program.
        assert_eq!(WATCHED.get(), 0);
    }
}
