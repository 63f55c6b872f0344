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
/// How many sessions at work are not evicted, those that have been at work for longest: the rest is for new ones.
const MAX_PROTECTED: usize = 900;
/// How long after its last use a session counts as at work.
const WORK_TTL: Duration = Duration::from_hours(1);
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
    work_ttl: Duration,
}

/// A session, and when it was last used.
struct SessionEntry {
    session: Arc<Session>,
    /// Whether any call has named it since it was added. An unused one is evicted first.
    is_used: AtomicBool,
    /// When it first declared or asked for a change, which losing it would lose; 0 if it never did.
    at_work_since: AtomicU64,
    /// In milliseconds since the table was made.
    last_use: AtomicU64,
}

impl SessionEntry {
    fn new(session: Arc<Session>, now: u64) -> Self {
        Self {
            session,
            is_used: AtomicBool::new(false),
            at_work_since: AtomicU64::new(0),
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
        Self { default, all: RwLock::new(all), started: Instant::now(), idle_ttl: IDLE_TTL, work_ttl: WORK_TTL }
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
        id != self.default && self.idle(entry) > self.idle_ttl
    }

    fn idle(&self, entry: &SessionEntry) -> Duration {
        Duration::from_millis(self.now().saturating_sub(entry.last_use.load(Relaxed)))
    }

    /// Notes that a session has declared or asked for a change: those without are evicted before it.
    pub(crate) fn mark_work(&self, id: SessionId) {
        if let Some(entry) = self.read().get(&id) {
            // The first time stays.
            _ = entry.at_work_since.compare_exchange(0, self.now().max(1), Relaxed, Relaxed);
        }
    }

    /// From when on a session at work is protected no more: those before are as many as can be.
    fn end_of_protection(&self, all: &HashMap<SessionId, SessionEntry>) -> u64 {
        let mut since: Vec<u64> = all
            .values()
            .filter(|entry| self.is_at_work(entry))
            .map(|entry| entry.at_work_since.load(Relaxed))
            .collect();
        since.sort_unstable();
        since.get(MAX_PROTECTED).copied().unwrap_or(u64::MAX)
    }

    fn is_at_work(&self, entry: &SessionEntry) -> bool {
        entry.at_work_since.load(Relaxed) > 0 && self.idle(entry) <= self.work_ttl
    }

    /// The session as it is at this moment. One that was closed has no mode any more.
    pub(crate) fn current(&self, id: SessionId) -> Arc<Session> {
        self.read().get(&id).map(|entry| Arc::clone(&entry.session)).unwrap_or_default()
    }

    /// A new session is never refused for the others' sake, and takes the place of none that is protected.
    pub(crate) fn add(&self, session: Session) -> Result<SessionId, TooManySessionsError> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_SESSIONS {
            all.retain(|id, entry| !self.is_over(*id, entry));
        }
        if all.len() >= MAX_SESSIONS {
            let end = self.end_of_protection(&all);
            let is_protected = |entry: &SessionEntry| self.is_at_work(entry) && entry.at_work_since.load(Relaxed) < end;
            let others = all.iter().filter(|(id, entry)| **id != self.default && !is_protected(entry));
            let rank = |entry: &SessionEntry| (entry.is_used.load(Relaxed), entry.last_use.load(Relaxed));
            let least_recent = others.min_by_key(|(_, entry)| rank(entry));
            let least_recent = least_recent.map(|(id, _)| *id).ok_or(TooManySessionsError)?;
            all.remove(&least_recent);
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
    fn l101_sessions_at_work_do_not_push_out_one_that_was_at_work_before_nor_shut_out_a_new_one() {
        let mut table = SessionTable::new();
        let add = |table: &SessionTable| {
            let id = table.add(Session::default()).unwrap();
            table.find(&id.id().to_string()).unwrap();
            id
        };
        let victim = add(&table);
        table.mark_work(victim);
        // Of sessions that begin to work within one millisecond none is the first.
        let later = |at| table.read()[&victim].at_work_since.store(at, Relaxed);
        later(1);
        for number in 0..2 * MAX_SESSIONS {
            let other = add(&table);
            table.read()[&other].at_work_since.store(2 + number as u64, Relaxed);
        }
        assert!(table.holds(victim));
        let newcomer = add(&table);
        assert!(table.holds(newcomer), "and those at work leave it room");
        assert_eq!(table.read().len(), MAX_SESSIONS);
        table.work_ttl = Duration::ZERO;
        table.read().values().for_each(|entry| entry.last_use.store(0, Relaxed));
        std::thread::sleep(Duration::from_millis(3));
        for _ in 0..MAX_SESSIONS {
            add(&table);
        }
        assert!(!table.holds(victim), "work that nobody went on with does not hold its place for ever");
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
