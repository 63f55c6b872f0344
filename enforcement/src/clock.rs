//! Time that only goes forward, and that tests can move.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A monotonic clock that measures the time since it was started, whatever happens to the wall clock.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// The system's monotonic clock.
    pub fn system() -> Self {
        let start = Instant::now();
        Self(Arc::new(move || start.elapsed()))
    }

    /// A clock that stands still until it is moved, and the handle that moves it.
    pub fn manual() -> (Self, ManualClock) {
        let seconds = Arc::new(AtomicU64::new(0));
        let hand = ManualClock(Arc::clone(&seconds));
        (Self(Arc::new(move || Duration::from_secs(seconds.load(Ordering::Acquire)))), hand)
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

/// Moves a clock.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicU64>);

impl ManualClock {
    /// Moves it forward.
    pub fn advance(&self, by: Duration) {
        self.0.fetch_add(by.as_secs(), Ordering::AcqRel);
    }
}
