//! The open connections: a bounded number; an idle one makes room for one with a request.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use crate::wait_until::wait_until;

/// The open connections. Clones share them.
#[derive(Clone)]
pub(super) struct Connections {
    shared: Arc<ConnectionTable>,
}

struct ConnectionTable {
    open: Mutex<OpenConnections>,
    /// Notified whenever a connection changes its activity or ends.
    changed: Notify,
    max: usize,
}

#[derive(Default)]
struct OpenConnections {
    next: u64,
    connections: HashMap<u64, ConnectionEntry>,
}

struct ConnectionEntry {
    activity: Activity,
    since: Instant,
    closed: Arc<Notify>,
}

/// The state of a connection; the first kind is the first to be closed for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Activity {
    /// It has no request, or none with the secret.
    Idle,
    /// It has a stream open for messages from the server.
    Listening,
    /// It has a request, which is answered.
    Serving,
}

/// One connection; it is open until this is dropped, even if its requests still hold a handle.
pub(super) struct ConnectionGuard(Arc<OpenConnection>);

/// One connection, as its requests know it.
pub(super) struct OpenConnection {
    connections: Connections,
    number: u64,
    closed: Arc<Notify>,
    has_begun: AtomicBool,
}

/// A request on a connection; the connection is idle again when this is dropped.
pub(super) struct ActiveRequest(Arc<OpenConnection>);

impl Connections {
    pub(super) fn new(max: usize) -> Self {
        Self { shared: Arc::new(ConnectionTable { open: Mutex::default(), changed: Notify::new(), max }) }
    }

    /// Opens a connection, if necessary in place of the one that has been idle for longest.
    pub(super) fn try_open(&self) -> Option<ConnectionGuard> {
        let mut open = self.lock();
        if open.connections.len() >= self.shared.max {
            let free = open.connections.iter().filter(|(_, entry)| entry.activity != Activity::Serving);
            let number = *free.min_by_key(|(_, entry)| (entry.activity, entry.since))?.0;
            open.connections.remove(&number)?.closed.notify_one();
        }
        let (number, closed) = (open.next, Arc::<Notify>::default());
        open.next += 1;
        let entry = ConnectionEntry { activity: Activity::Idle, since: Instant::now(), closed: Arc::clone(&closed) };
        open.connections.insert(number, entry);
        let has_begun = AtomicBool::new(false);
        Some(ConnectionGuard(Arc::new(OpenConnection { connections: self.clone(), number, closed, has_begun })))
    }

    /// Resolves once no connection is left but those that only listen: every request was answered, and every answer sent.
    pub(super) async fn all_answered(&self) {
        let only_listen = || self.lock().connections.values().all(|entry| entry.activity == Activity::Listening);
        wait_until(&self.shared.changed, only_listen).await;
    }

    fn set(&self, number: u64, activity: Activity) {
        if let Some(entry) = self.lock().connections.get_mut(&number) {
            (entry.activity, entry.since) = (activity, Instant::now());
        }
        self.shared.changed.notify_waiters();
    }

    /// Nothing panics under the lock, so the state is whole.
    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.shared.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnection {
    /// A request with the secret has come.
    pub(super) fn begin(self: &Arc<Self>, activity: Activity) -> ActiveRequest {
        self.has_begun.store(true, Ordering::Relaxed);
        self.connections.set(self.number, activity);
        ActiveRequest(Arc::clone(self))
    }

    /// What distinguishes it from every other connection.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Whether a request with the secret has ever come: then there may be an answer that is not sent yet.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Relaxed)
    }

    /// Resolves once it is to be closed for another.
    pub(super) async fn closed(&self) {
        self.closed.notified().await;
    }
}

impl Deref for ConnectionGuard {
    type Target = Arc<OpenConnection>;

    fn deref(&self) -> &Arc<OpenConnection> {
        &self.0
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.connections.lock().connections.remove(&self.number);
        self.connections.shared.changed.notify_waiters();
    }
}

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.connections.set(self.0.number, Activity::Idle);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Waker};

    use super::*;

    #[test]
    fn l101_a_connection_without_a_request_gives_way_and_one_with_a_request_does_not() {
        let connections = Connections::new(2);
        let [first, second] = [(); 2].map(|()| connections.try_open().unwrap());
        let serving = first.begin(Activity::Serving);
        let listening = second.begin(Activity::Listening);
        let third = connections.try_open().unwrap();
        assert!(!connections.lock().connections.contains_key(&second.number), "who only listens gives way");
        let also_serving = third.begin(Activity::Serving);
        assert!(connections.try_open().is_none());
        drop(also_serving);
        let fourth = connections.try_open().unwrap();
        assert!(!connections.lock().connections.contains_key(&third.number));
        drop((serving, listening, first, second, third, fourth));
        assert!(connections.lock().connections.is_empty());
    }

    #[test]
    fn all_is_answered_once_only_those_are_left_that_listen() {
        let connections = Connections::new(4);
        let is_answered = || {
            let mut answered = std::pin::pin!(connections.all_answered());
            answered.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready()
        };
        let (one, other) = (connections.try_open().unwrap(), connections.try_open().unwrap());
        let listening = one.begin(Activity::Listening);
        assert!(!is_answered(), "the other may have a request yet");
        let serving = other.begin(Activity::Serving);
        assert!(!is_answered());
        // Whoever worked on the request may still know its connection.
        let known = Arc::clone(&other);
        drop(serving);
        assert!(!is_answered(), "its answer may not be sent yet");
        drop(other);
        assert!(is_answered());
        drop((known, listening, one));
        assert!(is_answered());
    }
}
