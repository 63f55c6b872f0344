//! The sessions of the process, by handle (L52).

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use reply_kit::Id;

use crate::random_key::ByRandomKey;
use crate::session::current::Session;

/// How many sessions a process keeps. Each holds handles, and an agent can ask for new ones.
const MOST: usize = 1_000;

/// The handle of a session of this process. Nobody can guess one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(Id);

impl SessionId {
    /// The handle as an agent gets it.
    pub fn id(self) -> Id {
        self.0
    }
}

/// The process keeps as many sessions as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this process already keeps {MOST} sessions")]
pub struct TooManySessions;

pub(crate) struct SessionTable {
    default: SessionId,
    all: RwLock<ByRandomKey<SessionId, Arc<Session>>>,
}

impl SessionTable {
    /// One session, without mode and mods: the default for a process with one agent.
    pub(crate) fn new() -> Self {
        let default = SessionId(Id::fresh());
        Self { default, all: RwLock::new(ByRandomKey::from_iter([(default, Arc::default())])) }
    }

    pub(crate) fn default_id(&self) -> SessionId {
        self.default
    }

    pub(crate) fn find(&self, handle: &str) -> Option<SessionId> {
        let id = SessionId(handle.parse().ok()?);
        self.read().contains_key(&id).then_some(id)
    }

    /// The session as it is at this moment. One that was closed has no mode any more.
    pub(crate) fn current(&self, id: SessionId) -> Arc<Session> {
        self.read().get(&id).cloned().unwrap_or_default()
    }

    pub(crate) fn add(&self, session: Session) -> Result<SessionId, TooManySessions> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            return Err(TooManySessions);
        }
        let id = SessionId(Id::fresh());
        all.insert(id, Arc::new(session));
        Ok(id)
    }

    /// Replaces a session as a whole by what `change` makes of it; two changes never lose one another.
    pub(crate) fn replace(&self, id: SessionId, change: impl FnOnce(&Session) -> Session) -> Option<Arc<Session>> {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let session = all.get_mut(&id)?;
        *session = Arc::new(change(session));
        Some(Arc::clone(session))
    }

    /// Forgets a session, but never the default one.
    pub(crate) fn close(&self, id: SessionId) {
        if id != self.default {
            self.all.write().unwrap_or_else(PoisonError::into_inner).remove(&id);
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, ByRandomKey<SessionId, Arc<Session>>> {
        // A panic while the map was held cannot have left it half changed: values are swapped whole.
        self.all.read().unwrap_or_else(PoisonError::into_inner)
    }
}
