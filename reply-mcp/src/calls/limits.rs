//! Limits of concurrency, memory and time.

use std::time::Duration;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// How many blocking tools run at once: as many threads.
    pub running: usize,
    /// How many calls are accepted at once, including those that run; one more is answered as overload.
    pub waiting: usize,
    /// How many bytes the requests in flight may hold; one that would exceed that is answered as overload.
    pub bytes_in_flight: usize,
    /// How long a call may take before it is cancelled, unless it has begun to change something.
    pub timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { running: 4, waiting: 4_096, bytes_in_flight: 64 * 1024 * 1024, timeout: Duration::from_mins(1) }
    }
}
