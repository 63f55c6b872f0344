//! How long a query waits for the index, and where its progress is reported.

use std::fmt;
use std::time::Duration;

use crate::build::Building;

/// How long a query waits while files are parsed.
#[derive(Clone, Copy)]
pub struct WaitOptions<'q> {
    pub(crate) wait: Duration,
    pub(crate) is_cancelled: &'q dyn Fn() -> bool,
    pub(crate) on_progress: &'q dyn Fn(Building),
}

impl<'q> WaitOptions<'q> {
    /// Waits at most this long.
    pub fn new(wait: Duration) -> Self {
        Self { wait, is_cancelled: &|| false, on_progress: &|_| () }
    }

    /// The same, and ends soon after the call was cancelled.
    #[must_use]
    pub fn with_cancellation(self, is_cancelled: &'q dyn Fn() -> bool) -> Self {
        Self { is_cancelled, ..self }
    }

    /// The same, and reports progress several times a second, on the waiting thread, so that parsing is not slowed down.
    #[must_use]
    pub fn with_progress(self, on_progress: &'q dyn Fn(Building)) -> Self {
        Self { on_progress, ..self }
    }
}

impl fmt::Debug for WaitOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitOptions").field("wait", &self.wait).finish_non_exhaustive()
    }
}
