//! What people read. Output that cannot be written costs nothing but itself: nobody's answer, and no process.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether something a person asked for could not be written.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// A line on stdout, in colours where somebody sees them. Never while serving on stdio: there stdout is the protocol's.
macro_rules! say {
    ($($line:tt)*) => { $crate::terminal::line(format_args!($($line)*)) };
}

/// A line on stderr.
macro_rules! complain {
    ($($line:tt)*) => { $crate::terminal::complaint(format_args!($($line)*)) };
}

pub(crate) fn line(line: Arguments<'_>) {
    match writeln!(anstream::stdout(), "{line}") {
        // `| head -1` has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => IS_LOST.store(true, Ordering::Release),
        _ => {}
    }
}

pub(crate) fn complaint(line: Arguments<'_>) {
    // There is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Whether everything that was said could be written.
pub(crate) fn all_was_said() -> bool {
    !IS_LOST.load(Ordering::Acquire)
}
