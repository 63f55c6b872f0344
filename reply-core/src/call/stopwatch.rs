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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l26_the_time_of_waiting_for_a_person_does_not_count_and_the_time_before_it_does() {
        let (run, waited) = (Duration::from_secs(1), Duration::from_secs(20));
        let earlier = |by: Duration| Instant::now().checked_sub(by).unwrap();
        let mut clock = Stopwatch { before: run, started: earlier(run) };
        clock.pause();
        clock.started = earlier(waited);
        clock.resume();
        assert!((run * 2..waited).contains(&clock.elapsed()), "{clock:?}");
    }
}
