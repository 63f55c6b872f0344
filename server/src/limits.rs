//! How much the server does at once, and for how long.

use std::time::Duration;

/// The limits in force; `[limits]` in the configuration sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// How many tools run at once: file work, on few cores.
    pub(crate) running: usize,
    /// How many calls are taken on at once; one more is answered as overload.
    pub(crate) waiting: usize,
    /// How long a call may take before it is given up, unless it has begun to change something.
    pub(crate) timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { running: 4, waiting: 4_096, timeout: Duration::from_mins(1) }
    }
}
