//! Output of commands on stdout. Only commands use this: while serving, stdout belongs to the protocol.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use super::paint::shown;
use super::show;
use super::wrap::wrapped;

/// Whether something could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);
/// Whether stdout was closed.
static IS_UNREAD: AtomicBool = AtomicBool::new(false);

/// Prints a line on stdout, in colour and wrapped to the terminal where stdout is one.
macro_rules! outln {
    ($($line:tt)*) => { $crate::commands::outln::line(format_args!($($line)*)) };
}

pub(crate) fn line(line: Arguments<'_>) {
    match show::width() {
        Some(width) => wrapped_to(width, line),
        None => whole(line),
    }
}

/// Prints a line wrapped to a width. It is wrapped as it is shown: until then our own escapes are longer than what stands for them.
pub(crate) fn wrapped_to(width: usize, line: Arguments<'_>) {
    print(&wrapped(&shown(&line.to_string()), width));
}

/// Prints a line unwrapped: for programs, and for text that fits already. What cannot be seen is made visible (L103).
pub(crate) fn whole(line: Arguments<'_>) {
    print(&shown(&line.to_string()));
}

fn print(shown: &str) {
    match writeln!(anstream::stdout(), "{shown}") {
        // `| head -1` has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => IS_UNREAD.store(true, Ordering::Release),
        Err(_) => IS_LOST.store(true, Ordering::Release),
        Ok(()) => {}
    }
}

/// Whether stdout is still open: for commands that run until it is closed.
pub(crate) fn is_read() -> bool {
    !IS_UNREAD.load(Ordering::Acquire) && all_was_written()
}

/// Whether everything could be written.
pub(crate) fn all_was_written() -> bool {
    !IS_LOST.load(Ordering::Acquire)
}
