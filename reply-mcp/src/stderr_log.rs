//! Lines for stderr, written in the background.
//!
//! A client need not read the server's stderr, and a pipe holds 64 kB. So a line goes into a bounded queue, and one thread
//! writes it; lines that do not fit are dropped and counted.

use std::collections::VecDeque;
use std::fmt::Arguments;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use reply_core::{is_invisible, visible};

/// The most that waits to be written.
const MAX_QUEUED_BYTES: usize = 256 * 1024;
/// The longest line; a longer one is cut.
const MAX_LINE_BYTES: usize = 32 * 1024;
/// How long the process waits at its end for a blocked stderr.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(300);

/// Queues a line for stderr, and does not block.
#[macro_export]
macro_rules! log_stderr {
    ($($line:tt)*) => { $crate::stderr_line(format_args!($($line)*)) };
}

static STDERR: LazyLock<Log> = LazyLock::new(|| Log::start(|| Box::new(anstream::stderr())));

/// Queues a line for stderr, and does not block; see [`log_stderr!`](crate::log_stderr).
pub fn line(line: Arguments<'_>) {
    STDERR.push(line.to_string());
}

/// Sends the message of a panic the same way: the standard hook would block on stderr.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| line(format_args!("{panic}"))));
}

/// Waits until every line is written, as long as there is progress.
pub fn flush() {
    STDERR.flush(FLUSH_TIMEOUT);
}

/// A bounded queue of lines and the thread that writes them.
struct Log {
    shared: Arc<StderrShared>,
}

#[derive(Default)]
struct StderrShared {
    state: Mutex<StderrState>,
    changed: Condvar,
}

#[derive(Default)]
struct StderrState {
    lines: VecDeque<String>,
    bytes: usize,
    dropped: u64,
    /// How many lines have been written: shows that stderr still accepts some.
    written: u64,
    is_writing: bool,
}

impl Log {
    /// Starts the thread. Without one every line is dropped, which is better than blocking.
    fn start(sink: impl FnOnce() -> Box<dyn Write> + Send + 'static) -> Self {
        let shared = Arc::<StderrShared>::default();
        let drained = Arc::clone(&shared);
        let _ = thread::Builder::new().name("stderr".to_owned()).spawn(move || drained.drain(sink().as_mut()));
        Self { shared }
    }

    fn push(&self, line: String) {
        let mut line = visible_lines(line);
        if line.len() > MAX_LINE_BYTES {
            line.truncate(line.floor_char_boundary(MAX_LINE_BYTES));
            line.push('…');
        }
        line.push('\n');
        let mut state = self.shared.lock();
        if state.bytes + line.len() > MAX_QUEUED_BYTES {
            state.dropped += 1;
            return;
        }
        state.bytes += line.len();
        state.lines.push_back(line);
        self.shared.changed.notify_all();
    }

    fn flush(&self, timeout: Duration) {
        let mut state = self.shared.lock();
        while !state.lines.is_empty() || state.is_writing {
            let written = state.written;
            let waited = self.shared.changed.wait_timeout_while(state, timeout, |state| state.written == written);
            state = waited.map_or_else(|poisoned| poisoned.into_inner().0, |(state, _)| state);
            if state.written == written {
                return;
            }
        }
    }
}

/// Lines in which everything can be seen: somebody may read them at a terminal (L103).
fn visible_lines(lines: String) -> String {
    let is_hidden = |character: char| character != '\n' && is_invisible(character);
    if lines.contains(is_hidden) { lines.split('\n').map(visible).collect::<Vec<_>>().join("\n") } else { lines }
}

impl StderrShared {
    fn drain(&self, sink: &mut dyn Write) {
        let mut state = self.lock();
        loop {
            let Some(line) = state.lines.pop_front() else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.bytes -= line.len();
            state.is_writing = true;
            let dropped = std::mem::take(&mut state.dropped);
            drop(state);
            // A failure cannot be reported anywhere.
            let _ = write(sink, &line, dropped);
            state = self.lock();
            state.is_writing = false;
            state.written += 1;
            self.changed.notify_all();
        }
    }

    /// Every change is one step, so a panic elsewhere leaves the queue consistent.
    fn lock(&self) -> MutexGuard<'_, StderrState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(sink: &mut dyn Write, line: &str, dropped: u64) -> io::Result<()> {
    sink.write_all(line.as_bytes())?;
    if dropped > 0 {
        writeln!(sink, "({dropped} lines were dropped: stderr was not read)")?;
    }
    sink.flush()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// A sink that accepts a line when the test lets it.
    struct SlowSink {
        go: Receiver<()>,
        out: Sender<Vec<u8>>,
    }

    impl Write for SlowSink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.go.recv().map_err(io::Error::other)?;
            self.out.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_sink_that_takes_nothing_delays_nobody_and_what_is_dropped_is_counted() {
        let (go, waits) = channel();
        let (out, written) = channel();
        let log = Log::start(move || Box::new(SlowSink { go: waits, out }));
        for _ in 0..100 {
            log.push("x".repeat(MAX_LINE_BYTES));
        }
        log.flush(Duration::from_millis(10));
        assert!(log.shared.lock().bytes <= MAX_QUEUED_BYTES);
        for _ in 0..200 {
            let _ = go.send(());
        }
        log.flush(Duration::from_secs(5));
        drop(go);
        let text: Vec<u8> = written.try_iter().flatten().collect();
        let text = String::from_utf8(text).unwrap();
        let dropped = text.lines().filter_map(|line| line.strip_prefix('(')?.split(' ').next()?.parse::<usize>().ok());
        assert_eq!(dropped.sum::<usize>() + text.matches("x\n").count() + text.matches("x…\n").count(), 100);
        assert!(log.shared.lock().lines.is_empty());
    }

    #[test]
    fn l103_a_line_holds_nothing_that_a_terminal_obeys_or_hides() {
        assert_eq!(visible_lines("error: a\n  b é".to_owned()), "error: a\n  b é");
        assert_eq!(visible_lines("a\u{1b}[2J\n\u{202e}\r".to_owned()), "a\\u{1b}[2J\n\\u{202e}\\u{d}");
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        let (go, waits) = channel();
        let (out, written) = channel();
        let log = Log::start(move || Box::new(SlowSink { go: waits, out }));
        log.push(format!("x{}", "é".repeat(MAX_LINE_BYTES)));
        go.send(()).unwrap();
        log.flush(Duration::from_secs(5));
        assert!(written.recv().unwrap().len() <= MAX_LINE_BYTES + 4);
    }
}
