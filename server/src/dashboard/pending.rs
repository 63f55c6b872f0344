//! The pending requests, read once for all readers at the same moment.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::operator::requests::{self, PendingList};
use crate::state_paths::StatePaths;

/// How many requests are shown at once. Each may hold 64 kB of its change, and the others follow as these are decided.
pub(super) const MAX_SHOWN: usize = 100;

/// The cached result, for the event streams: every window has one.
#[derive(Debug, Default)]
pub(super) struct PendingCache {
    last: Mutex<Option<(Instant, Arc<PendingSnapshot>)>>,
}

/// The pending requests at one moment.
#[derive(Debug, Default)]
pub(super) struct PendingSnapshot {
    /// What distinguishes two states: the requests, whether their processes live, and how many there are in all.
    pub(super) ids: (Vec<(String, bool)>, usize),
    pub(super) list: PendingList,
}

impl PendingCache {
    /// The pending requests, no older than `max_age`. Concurrent callers wait for one read and share its result.
    pub(super) fn read(&self, paths: &StatePaths, max_age: Duration) -> Arc<PendingSnapshot> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, found)) = &*last
            && at.elapsed() < max_age
        {
            return Arc::clone(found);
        }
        // If the queue cannot be read now, the next poll reads it; meanwhile nothing is pending.
        let oldest = requests::oldest(paths, MAX_SHOWN).unwrap_or_default();
        let ids = oldest.requests.iter().map(|request| (request.request.clone(), request.is_alive)).collect();
        let found = Arc::new(PendingSnapshot { ids: (ids, oldest.total), list: oldest });
        *last = Some((Instant::now(), Arc::clone(&found)));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reply_kit::Id;

    #[test]
    fn l100_a_read_is_shared_and_shows_the_oldest_of_very_many() {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        std::fs::create_dir_all(paths.approvals()).unwrap();
        for asked in 0..MAX_SHOWN + 20 {
            let id = Id::fresh();
            let request =
                serde_json::json!({ "request": id, "operation": "write", "target": "root:game/a", "asked": asked });
            std::fs::write(paths.approvals().join(format!("request-{id}.json")), request.to_string()).unwrap();
        }
        let pending = PendingCache::default();
        let first = pending.read(&paths, Duration::from_mins(1));
        assert_eq!((first.list.requests.len(), first.list.total), (MAX_SHOWN, MAX_SHOWN + 20));
        std::fs::remove_dir_all(paths.approvals()).unwrap();
        assert!(Arc::ptr_eq(&first, &pending.read(&paths, Duration::from_mins(1))), "of the same moment");
        let later = pending.read(&paths, Duration::ZERO);
        assert_eq!((later.list.total, later.ids == first.ids), (0, false));
    }
}
