//! What recorded changes left in files: a later change that replaces it replaces nothing of a person's (`retention.rs`).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reply_kit::TraceId;
use world_adapter::{Digest, Prepared};

/// What the recorded changes of this process left, by location. After a restart, what is there counts as a person's again.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftContents {
    left: Arc<Mutex<HashMap<String, LeftContent>>>,
}

#[derive(Debug)]
struct LeftContent {
    digest: Digest,
    trace_id: TraceId,
}

/// How many locations are remembered: more than a zone has changes. Beyond it, all are forgotten, which is the safe side.
const MAX_LOCATIONS: usize = 20_000;

impl LeftContents {
    /// Notes what a change is about to leave; returns whether it replaces nothing, or what an earlier change left.
    pub(super) fn note(&self, trace_id: TraceId, change: &Prepared<'_>, is_undo: bool) -> bool {
        let (mut left, previous) = (self.lock(), change.previous_digest());
        let location = change.resolved().location().to_string();
        let known = left.remove(&location).map(|known| known.digest);
        let is_intermediate = previous == known || previous.is_none();
        let (location, digest) = match change.destination() {
            Some(to) => (to.location().to_string(), previous.filter(|_| is_intermediate)),
            // What an undo restores may be a person's.
            None => (location, change.written().filter(|_| !is_undo)),
        };
        if left.len() >= MAX_LOCATIONS {
            left.clear();
        }
        if let Some(digest) = digest {
            left.insert(location, LeftContent { digest, trace_id });
        }
        is_intermediate
    }

    /// The change was not made.
    pub(super) fn forget(&self, trace_id: TraceId) {
        self.lock().retain(|_, left| left.trace_id != trace_id);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, LeftContent>> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
