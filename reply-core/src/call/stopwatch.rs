//! How long a call took, without the time of waiting for a person (L26).

use std::time::{Duration, Instant};

use crate::call::trace::TraceId;

/// The time spent on a call, without the time of waiting for a person.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    before: Duration,
    started: Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { before: Duration::ZERO, started: Instant::now() }
    }

    /// Remembers the time so far.
    pub(crate) fn pause(&mut self) {
        self.before = self.elapsed();
    }

    /// Continues from the time that was remembered.
    pub(crate) fn resume(&mut self) {
        self.started = Instant::now();
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }
}

/// What the wrapper adds to a reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meta {
    pub(crate) trace_id: TraceId,
    pub(crate) duration: Duration,
}
