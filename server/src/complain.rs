//! What goes to stderr while the program works. Nobody has to be reading it: what cannot be written costs nobody an answer.

use std::fmt::Arguments;
use std::io::Write as _;

/// A line on stderr.
macro_rules! complain {
    ($($line:tt)*) => { $crate::complain::line(format_args!($($line)*)) };
}

pub(crate) fn line(line: Arguments<'_>) {
    // There is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{line}");
}
