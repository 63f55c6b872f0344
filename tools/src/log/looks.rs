//! Where each session looked last.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use world_adapter::{LogMarks, SessionId};

/// More sessions than this are not open at once.
const MANY: usize = 1_000;

/// The last look of each session.
#[derive(Debug, Default)]
pub(crate) struct LastLogMarks(Mutex<HashMap<SessionId, LogMarks>>);

impl LastLogMarks {
    pub(crate) fn last(&self, session: SessionId) -> Option<LogMarks> {
        self.all().get(&session).cloned()
    }

    /// Remembers a look; a log that it was not at keeps its mark. Sessions that are over are forgotten when there are many.
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
        // A panic elsewhere leaves it as it was: values are put in whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
