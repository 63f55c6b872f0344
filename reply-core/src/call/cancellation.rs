//! Whether a call was cancelled, for work that takes long (L100).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::call::call_state::CANCELLED;

/// Shows long-running work whether its call was cancelled: after a timeout or a cancellation it must end soon.
///
/// It holds nothing else of the call, so each thread that works for the call can have one.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    stage: Option<Arc<AtomicU8>>,
}

impl Cancellation {
    /// For work that no call waits for: it is never cancelled.
    pub fn never() -> Self {
        Self::default()
    }

    pub(crate) fn of(stage: &Arc<AtomicU8>) -> Self {
        Self { stage: Some(Arc::clone(stage)) }
    }

    /// Whether the call was answered already, so that the result of the work is dropped.
    pub fn is_cancelled(&self) -> bool {
        self.stage.as_ref().is_some_and(|stage| stage.load(Ordering::Acquire) == CANCELLED)
    }
}
