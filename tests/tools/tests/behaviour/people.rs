//! Other threads at work beside an agent.

use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a thread to stop, also when the test fails: a scope waits for its threads.
pub(crate) struct WhenOver<'a>(pub(crate) &'a AtomicBool);

impl Drop for WhenOver<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
