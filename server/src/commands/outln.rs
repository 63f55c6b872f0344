//! What a person asked to read, on stdout. In scope for commands alone: while serving, stdout is the protocol's.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use super::show;
use super::wrap::wrapped;

/// Whether something a person asked for could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);
/// Whether stdout was closed.
static IS_UNREAD: AtomicBool = AtomicBool::new(false);

/// A line on stdout, in colours and within the width of the terminal where stdout is one.
macro_rules! outln {
    ($($line:tt)*) => { $crate::commands::outln::line(format_args!($($line)*)) };
}

pub(crate) fn line(line: Arguments<'_>) {
    match show::width() {
        Some(width) => whole(format_args!("{}", wrapped(&line.to_string(), width))),
        None => whole(line),
    }
}

/// A line as it is, however wide: for programs, and for what is within the width already.
pub(crate) fn whole(line: Arguments<'_>) {
    match writeln!(anstream::stdout(), "{line}") {
        // `| head -1` has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => IS_UNREAD.store(true, Ordering::Release),
        Err(_) => IS_LOST.store(true, Ordering::Release),
        Ok(()) => {}
    }
}

/// Whether stdout is still open: for commands that run until it is closed.
pub(crate) fn is_read() -> bool {
    !IS_UNREAD.load(Ordering::Acquire) && all_was_written()
}

/// Whether everything that was said could be written.
pub(crate) fn all_was_written() -> bool {
    !IS_LOST.load(Ordering::Acquire)
}
