//! What a tool keeps for each session.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use world_adapter::{SessionId, WorldAdapter};

/// More than this many sessions are not open at once.
const MAX_SESSIONS: usize = 1_000;

/// What a tool keeps for each session. Sessions end without notice, so what belongs to ended ones is removed when there is much of it (L101).
#[derive(Debug)]
pub struct SessionMap<V>(Mutex<HashMap<SessionId, V>>);

impl<V> Default for SessionMap<V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<V: Clone> SessionMap<V> {
    /// What is kept for a session.
    pub fn get(&self, session: SessionId) -> Option<V> {
        self.lock().get(&session).cloned()
    }

    /// Replaces what is kept for a session of this world.
    pub fn update(&self, world: &WorldAdapter, session: SessionId, change: impl FnOnce(Option<&V>) -> V) {
        // Not by its handle: that would count as use, and keep every session open.
        self.update_among(|other| world.has_session(other), session, change);
    }

    fn update_among(
        &self,
        is_open: impl Fn(SessionId) -> bool,
        session: SessionId,
        change: impl FnOnce(Option<&V>) -> V,
    ) {
        let mut all = self.lock();
        if all.len() >= MAX_SESSIONS {
            all.retain(|session, _| is_open(*session));
        }
        let changed = change(all.get(&session));
        all.insert(session, changed);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, V>> {
        // Values are inserted whole, so a panic elsewhere leaves the map consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_what_belongs_to_ended_sessions_is_removed_when_there_is_much_and_not_before() {
        let map = SessionMap::default();
        let open = SessionId::fresh();
        for (number, session) in std::iter::once(open).chain((1..MAX_SESSIONS).map(|_| SessionId::fresh())).enumerate()
        {
            map.update_among(|_| false, session, |_| number);
        }
        assert_eq!(map.lock().len(), MAX_SESSIONS, "nobody was asked whether they are open");
        map.update_among(|other| other == open, SessionId::fresh(), |_| 0);
        assert_eq!(map.lock().len(), 2, "the one that is still open, and the new one");
        map.update_among(|_| true, open, |earlier| earlier.map_or(100, |earlier| earlier + 1));
        assert_eq!(map.get(open), Some(1));
    }
}
