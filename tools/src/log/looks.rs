//! Where each session's last read ended.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use world_adapter::{LogMarks, SessionId};

/// More than this many sessions are not open at once.
const MANY: usize = 1_000;

/// The last read of each session.
#[derive(Debug, Default)]
pub(crate) struct LastLogMarks(Mutex<HashMap<SessionId, LogMarks>>);

impl LastLogMarks {
    pub(crate) fn last(&self, session: SessionId) -> Option<LogMarks> {
        self.all().get(&session).cloned()
    }

    /// Stores a read; a log that it did not cover keeps its mark. Ended sessions are removed when there are many entries.
    pub(crate) fn remember(&self, session: SessionId, marks: LogMarks, is_open: impl Fn(SessionId) -> bool) {
        let mut all = self.all();
        if all.len() >= MANY {
            all.retain(|session, _| is_open(*session));
        }
        let marks = match all.get(&session) {
            Some(earlier) => marks.or(earlier),
            None => marks,
        };
        all.insert(session, marks);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<SessionId, LogMarks>> {
        // Values are inserted whole, so a panic elsewhere leaves the map consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_looks_of_sessions_that_are_over_are_forgotten_when_there_are_many_and_not_before() {
        let looks = LastLogMarks::default();
        let open = SessionId::fresh();
        for session in std::iter::once(open).chain((1..MANY).map(|_| SessionId::fresh())) {
            looks.remember(session, LogMarks::default(), |_| false);
        }
        assert_eq!(looks.all().len(), MANY, "nobody was asked whether they are open");
        looks.remember(SessionId::fresh(), LogMarks::default(), |other| other == open);
        assert_eq!(looks.all().len(), 2, "the one that is still open, and the new one");
        assert_eq!(looks.last(open), Some(LogMarks::default()));
    }
}
