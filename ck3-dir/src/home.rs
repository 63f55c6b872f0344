//! The home of each session. The adapter knows nothing of it (L45, L72).

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use reply_kit::Address;
use world_adapter::{RootKey, SessionId};

/// More than this many sessions are not open at once.
const MANY: usize = 1_000;

/// The homes of all sessions; a session that never moved has the default one.
#[derive(Debug)]
pub(crate) struct Homes {
    first: Address,
    moved: RwLock<HashMap<SessionId, Address>>,
}

impl Homes {
    pub(crate) fn new(first: RootKey) -> Self {
        Self { first: RootKey::address(first), moved: RwLock::default() }
    }

    pub(crate) fn of(&self, session: SessionId) -> Address {
        let moved = self.moved.read().unwrap_or_else(PoisonError::into_inner);
        moved.get(&session).unwrap_or(&self.first).clone()
    }

    /// Sets a session's home. Sessions end without notice, so ended ones are removed when there are many entries.
    pub(crate) fn set(&self, session: SessionId, home: Address, is_open: impl Fn(SessionId) -> bool) {
        let mut moved = self.moved.write().unwrap_or_else(PoisonError::into_inner);
        if moved.len() >= MANY {
            moved.retain(|session, _| is_open(*session));
        }
        moved.insert(session, home);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l72_the_homes_of_sessions_that_are_over_are_forgotten_when_there_are_many() {
        let homes = Homes::new(RootKey::Game);
        let steam = RootKey::address(RootKey::Steam);
        let kept = || homes.moved.read().unwrap().len();
        let open = SessionId::fresh();
        for session in std::iter::once(open).chain((1..MANY).map(|_| SessionId::fresh())) {
            homes.set(session, steam.clone(), |_| true);
        }
        assert_eq!(kept(), MANY, "all of them are open");
        homes.set(SessionId::fresh(), steam.clone(), |other| other == open);
        assert_eq!(kept(), 2, "the one that is still open, and the new one");
        assert_eq!(homes.of(open), steam);
    }
}
