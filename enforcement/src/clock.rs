//! Time that only goes forward, and that tests can move.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A monotonic clock that measures the time since it was started, whatever happens to the wall clock.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// The system's monotonic clock.
    pub fn system() -> Self {
        let start = Instant::now();
        Self::new(move || start.elapsed())
    }

    /// A clock that says what a function says, which must never go backwards.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time since it was started.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}
