//! The sessions of the process, by handle (L52).

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant};

use reply_kit::Id;

use crate::read::digest::Digest;
use crate::session::current::Session;

/// How many sessions a process keeps. An agent can open new ones at will, so the least recently used one is evicted.
const MAX_SESSIONS: usize = 1_000;
/// How long a session may be unused: longer than the life of any contract.
const IDLE_TTL: Duration = Duration::from_hours(12);

/// The handle of a session of this process. It is unguessable, and a secret: people and files get its [`SessionLabel`] instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(Id);

/// A short name for a session, for journals and people. The handle cannot be derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionLabel(u32);

impl fmt::Display for SessionLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl serde::Serialize for SessionLabel {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl SessionId {
    /// A handle that nothing has yet.
    pub fn fresh() -> Self {
        Self(Id::fresh())
    }

    /// The handle as an agent gets it.
    pub fn id(self) -> Id {
        self.0
    }

    /// The session's name for people.
    pub fn label(self) -> SessionLabel {
        let digest = Digest::of(format!("session {}", self.0).as_bytes());
        // The digest is longer than that.
        SessionLabel(digest.as_bytes().first_chunk().copied().map_or(0, u32::from_be_bytes))
    }
}

/// The process keeps as many sessions as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this process already keeps {MAX_SESSIONS} sessions")]
pub struct TooManySessionsError;

pub(crate) struct SessionTable {
    default: SessionId,
    all: RwLock<HashMap<SessionId, SessionEntry>>,
    started: Instant,
    idle_ttl: Duration,
}

/// A session, and when it was last used.
struct SessionEntry {
    session: Arc<Session>,
    /// Whether any call has named it since it was added. An unused one is evicted first.
    is_used: AtomicBool,
    /// Whether it has declared or asked for a change: losing it loses that.
    has_work: AtomicBool,
    /// In milliseconds since the table was made.
    last_use: AtomicU64,
}

impl SessionEntry {
    fn new(session: Arc<Session>, now: u64) -> Self {
        Self {
            session,
            is_used: AtomicBool::new(false),
            has_work: AtomicBool::new(false),
            last_use: AtomicU64::new(now),
        }
    }

    fn touch(&self, now: u64) {
        self.is_used.store(true, Relaxed);
        self.last_use.store(now, Relaxed);
    }
}

impl SessionTable {
    /// One session, without mode and mods: the default for a process with one agent.
    pub(crate) fn new() -> Self {
        let default = SessionId(Id::fresh());
        let all = HashMap::from_iter([(default, SessionEntry::new(Arc::default(), 0))]);
        Self { default, all: RwLock::new(all), started: Instant::now(), idle_ttl: IDLE_TTL }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(crate) fn default_id(&self) -> SessionId {
        self.default
    }

    pub(crate) fn find(&self, handle: &str) -> Option<SessionId> {
        let id = SessionId(handle.parse().ok()?);
        self.read().get(&id).filter(|entry| !self.is_over(id, entry))?.touch(self.now());
        Some(id)
    }

    /// Whether there is such a session. Asking does not count as use.
    pub(crate) fn holds(&self, id: SessionId) -> bool {
        self.read().get(&id).is_some_and(|entry| !self.is_over(id, entry))
    }

    /// Whether a session went unused for too long. The default one belongs to the process.
    fn is_over(&self, id: SessionId, entry: &SessionEntry) -> bool {
        let idle = Duration::from_millis(self.now().saturating_sub(entry.last_use.load(Relaxed)));
        id != self.default && idle > self.idle_ttl
    }

    /// Notes that a session has declared or asked for a change: those without are evicted before it.
    pub(crate) fn mark_work(&self, id: SessionId) {
        if let Some(entry) = self.read().get(&id) {
            entry.has_work.store(true, Relaxed);
        }
    }

    /// The session as it is at this moment. One that was closed has no mode any more.
    pub(crate) fn current(&self, id: SessionId) -> Arc<Session> {
        self.read().get(&id).map(|entry| Arc::clone(&entry.session)).unwrap_or_default()
    }

    pub(crate) fn add(&self, session: Session) -> Result<SessionId, TooManySessionsError> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_SESSIONS {
            all.retain(|id, entry| !self.is_over(*id, entry));
        }
        if all.len() >= MAX_SESSIONS {
            let others = all.iter().filter(|(id, _)| **id != self.default);
            let rank = |entry: &SessionEntry| {
                (entry.has_work.load(Relaxed), entry.is_used.load(Relaxed), entry.last_use.load(Relaxed))
            };
            let eldest = others.min_by_key(|(_, entry)| rank(entry));
            let eldest = eldest.map(|(id, _)| *id).ok_or(TooManySessionsError)?;
            all.remove(&eldest);
        }
        let id = SessionId(Id::fresh());
        all.insert(id, SessionEntry::new(Arc::new(session), self.now()));
        Ok(id)
    }

    /// Replaces a session as a whole by the result of `change`; concurrent changes are never lost.
    pub(crate) fn replace(&self, id: SessionId, change: impl FnOnce(&Session) -> Session) -> Option<Arc<Session>> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let entry = all.get_mut(&id)?;
        entry.session = Arc::new(change(&entry.session));
        Some(Arc::clone(&entry.session))
    }

    /// Replaces every session for which `change` returns one, in one step.
    pub(crate) fn replace_all(&self, mut change: impl FnMut(&Session) -> Option<Session>) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        for (_, entry) in all.iter_mut() {
            if let Some(session) = change(&entry.session) {
                entry.session = Arc::new(session);
            }
        }
    }

    /// Removes a session, but never the default one.
    pub(crate) fn close(&self, id: SessionId) {
        if id != self.default {
            self.all.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<SessionId, SessionEntry>> {
        // Values are swapped whole, so a panic while the map was locked cannot have left it half changed.
        self.all.read().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::mode::Mode;

    #[test]
    fn l101_sessions_that_nobody_came_back_to_make_room_and_those_in_use_stay() {
        let table = SessionTable::new();
        let used = table.add(Session::default()).unwrap();
        assert!(table.find(&used.id().to_string()).is_some());
        for _ in 0..3 * MAX_SESSIONS {
            table.add(Session::default()).unwrap();
        }
        assert!(table.holds(used) && table.holds(table.default_id()));
        // A thousand sessions that are used, and changed nothing, do not push out one at work.
        table.mark_work(used);
        for _ in 0..2 * MAX_SESSIONS {
            let other = table.add(Session::default()).unwrap();
            table.find(&other.id().to_string()).unwrap();
        }
        assert!(table.holds(used));
        assert_eq!(table.read().len(), MAX_SESSIONS);
    }

    #[test]
    fn l101_a_session_that_went_unused_for_too_long_is_over() {
        let mut table = SessionTable::new();
        let id = table.add(Session::default()).unwrap();
        table.idle_ttl = Duration::ZERO;
        std::thread::sleep(Duration::from_millis(3));
        assert!(table.find(&id.id().to_string()).is_none() && !table.holds(id));
        assert!(table.find(&table.default_id().id().to_string()).is_some(), "the process's own is never over");
    }

    #[test]
    fn l101_sessions_that_are_over_make_room_before_any_other_whatever_they_did() {
        let mut table = SessionTable::new();
        for _ in 1..MAX_SESSIONS {
            let id = table.add(Session::default()).unwrap();
            table.mark_work(id);
        }
        assert_eq!(table.read().len(), MAX_SESSIONS);
        table.idle_ttl = Duration::ZERO;
        std::thread::sleep(Duration::from_millis(3));
        table.add(Session::default()).unwrap();
        assert_eq!(table.read().len(), 2, "the process's own, and the new one");
    }

    #[test]
    fn all_sessions_are_changed_at_once_or_left_as_they_are() {
        let table = SessionTable::new();
        let other = table.add(Session::default()).unwrap();
        table.replace(other, |session| session.with_mode(Some(Mode::Ck3ravenDev)));
        table.replace_all(|session| session.mode().is_none().then(|| session.with_mode(Some(Mode::Ck3lens))));
        let modes = [table.default_id(), other].map(|id| table.current(id).mode());
        assert_eq!(modes, [Some(Mode::Ck3lens), Some(Mode::Ck3ravenDev)]);
    }

    #[test]
    fn a_label_names_a_session_and_does_not_reveal_its_handle() {
        let (one, two) = (SessionId(Id::fresh()), SessionId(Id::fresh()));
        assert_ne!(one.label(), two.label());
        assert!(!one.id().to_string().contains(&one.label().to_string()));
    }
}
