//! The connection to one client: its unanswered requests, its unread replies, and which of its two directions are closed.

pub(crate) mod conversation;
pub(crate) mod draining;
pub(crate) mod shutdown;

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::{Notify, watch};

use crate::wait_until::wait_until;

/// How many bytes may be unread by the client before the server stops reading from it.
pub(crate) const MAX_UNREAD: usize = 16 * 1024 * 1024;

/// The state of the connection. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Connection {
    shared: Arc<ConnectionShared>,
}

#[derive(Default)]
struct ConnectionShared {
    state: Mutex<ConnectionState>,
    /// There is room for replies again.
    room_available: Condvar,
    emptied: Notify,
    /// The client sends no more; it may still read.
    input_closed: watch::Sender<bool>,
    /// The client reads no more.
    output_closed: watch::Sender<bool>,
    on_pressure: OnceLock<Box<dyn Fn(bool) + Send + Sync>>,
}

#[derive(Default)]
struct ConnectionState {
    /// The requests that came in and whose ids are in use.
    in_flight: HashMap<RequestId, RequestEntry>,
    /// How many calls have no written answer.
    unanswered_calls: usize,
    /// Distinguishes requests with the same id.
    next_serial: u64,
    /// The bytes of all replies that are made and not yet written.
    unread: usize,
    is_over_limit: bool,
}

/// One request whose id is in use: until its answer is queued, or it was cancelled and nothing that could answer it is running.
struct RequestEntry {
    serial: u64,
    kind: RequestKind,
    /// The bytes of a reply that is made and not yet queued.
    made: usize,
    is_unanswered: bool,
    is_running: bool,
}

/// How a request affects the end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// A call: the connection ends only after it has been answered.
    Call,
    /// Answered at once, or not before the client cancels it.
    Other,
}

/// A request that is being worked on. Its id stays in use until it is answered, even if the client has cancelled it, as long as
/// this has not been dropped: otherwise its answer would be taken for that of the next request with this id.
pub(crate) struct InFlight {
    connection: Connection,
    id: RequestId,
    serial: u64,
}

impl InFlight {
    /// The reply is made. It counts as unread from now on, since replies may be made faster than they are written.
    pub(crate) fn reply_made(&self, bytes: usize) {
        let mut state = self.connection.state();
        // A reply to a request that was cancelled meanwhile is not sent.
        let is_meant = |entry: &&mut RequestEntry| entry.serial == self.serial && entry.is_unanswered;
        let Some(entry) = state.in_flight.get_mut(&self.id).filter(is_meant) else { return };
        let before = std::mem::replace(&mut entry.made, bytes);
        state.unread = state.unread - before + bytes;
        self.connection.update_pressure(&mut state);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.connection.state();
        let Some(entry) = state.in_flight.get_mut(&self.id).filter(|entry| entry.serial == self.serial) else { return };
        entry.is_running = false;
        if !entry.is_unanswered {
            state.in_flight.remove(&self.id);
        }
    }
}

impl Connection {
    /// Sets the callback for when unread bytes exceed the bound, and when they fall below half of it. It must not block.
    pub(crate) fn on_pressure(&self, callback: impl Fn(bool) + Send + Sync + 'static) {
        // A connection has one pool, which sets it once.
        let _ = self.shared.on_pressure.set(Box::new(callback));
    }

    /// A request arrived; `None` if its id is in use.
    pub(crate) fn begin(&self, id: &RequestId, kind: RequestKind) -> Option<InFlight> {
        let mut state = self.state();
        if state.in_flight.contains_key(id) {
            return None;
        }
        let serial = state.next_serial;
        state.next_serial += 1;
        state
            .in_flight
            .insert(id.clone(), RequestEntry { serial, kind, made: 0, is_unanswered: true, is_running: true });
        state.unanswered_calls += usize::from(kind == RequestKind::Call);
        Some(InFlight { connection: self.clone(), id: id.clone(), serial })
    }

    /// A message is queued for writing; the reply to a call is counted by its real size. Its id is free from now on: a client
    /// that has read the answer may reuse it at once. Returns whether it answers a call.
    pub(crate) fn queued(&self, answers: Option<&RequestId>, bytes: usize) -> bool {
        let mut state = self.state();
        let answered = answers.and_then(|id| state.in_flight.remove(id));
        state.unread = state.unread - answered.as_ref().map_or(0, |entry| entry.made) + bytes;
        self.update_pressure(&mut state);
        answered.is_some_and(|entry| entry.is_unanswered && entry.kind == RequestKind::Call)
    }

    /// The answers to this many calls have been written.
    pub(crate) fn calls_answered(&self, calls: usize) {
        self.count_answered(&mut self.state(), calls);
    }

    fn count_answered(&self, state: &mut ConnectionState, calls: usize) {
        state.unanswered_calls -= calls;
        if state.unanswered_calls == 0 {
            self.shared.emptied.notify_waiters();
        }
    }

    /// This many bytes have been written.
    pub(crate) fn written(&self, bytes: usize) {
        let mut state = self.state();
        state.unread -= bytes;
        self.update_pressure(&mut state);
    }

    /// A request no longer needs an answer: it was cancelled, or is answered elsewhere.
    pub(crate) fn end(&self, id: &RequestId) {
        let mut state = self.state();
        let Some(entry) = state.in_flight.get_mut(id).filter(|entry| entry.is_unanswered) else { return };
        entry.is_unanswered = false;
        let (made, kind, is_running) = (std::mem::take(&mut entry.made), entry.kind, entry.is_running);
        if !is_running {
            state.in_flight.remove(id);
        }
        state.unread -= made;
        self.update_pressure(&mut state);
        self.count_answered(&mut state, usize::from(kind == RequestKind::Call));
    }

    /// Blocks while the client leaves too much unread.
    pub(crate) fn wait_for_room(&self) {
        let is_full = |state: &mut ConnectionState| state.is_over_limit && !self.is_output_closed();
        drop(self.shared.room_available.wait_while(self.state(), is_full));
    }

    /// Reports a change in back-pressure, under the lock so that changes stay in order.
    fn update_pressure(&self, state: &mut ConnectionState) {
        let is_over_limit = if state.is_over_limit { state.unread > MAX_UNREAD / 2 } else { state.unread > MAX_UNREAD };
        if is_over_limit != state.is_over_limit {
            state.is_over_limit = is_over_limit;
            if let Some(callback) = self.shared.on_pressure.get() {
                callback(is_over_limit && !self.is_output_closed());
            }
            self.shared.room_available.notify_all();
        }
    }

    pub(crate) fn mark_input_closed(&self) {
        self.shared.input_closed.send_replace(true);
    }

    pub(crate) fn mark_output_closed(&self) {
        let state = self.state();
        self.shared.output_closed.send_replace(true);
        // A reply that is made from now on is dropped, so it holds no budget.
        if let Some(callback) = self.shared.on_pressure.get() {
            callback(false);
        }
        drop(state);
        self.shared.room_available.notify_all();
        self.shared.emptied.notify_waiters();
    }

    pub(crate) fn is_output_closed(&self) -> bool {
        *self.shared.output_closed.borrow()
    }

    /// Resolves once the client sends no more.
    pub(crate) async fn input_closed(&self) {
        // The connection owns the sender, so it cannot be gone.
        let _ = self.shared.input_closed.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    /// Resolves once the client reads no more.
    pub(crate) async fn output_closed(&self) {
        let _ = self.shared.output_closed.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    /// Resolves once every call has been answered, or the client reads no answers.
    pub(crate) async fn drained(&self) {
        wait_until(&self.shared.emptied, || self.is_output_closed() || self.state().unanswered_calls == 0).await;
    }

    /// Nothing panics under the lock, so the state is whole.
    fn state(&self) -> MutexGuard<'_, ConnectionState> {
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_reply_counts_from_when_it_is_made_until_it_is_written_or_cancelled() {
        let (tell, told) = channel();
        let connection = Connection::default();
        connection.on_pressure(move |is| tell.send(is).unwrap());
        let [first, second] = [1, 2].map(RequestId::Number);
        let [one, two] = [&first, &second].map(|id| connection.begin(id, RequestKind::Call).unwrap());
        one.reply_made(MAX_UNREAD);
        assert!(told.try_recv().is_err());
        two.reply_made(1);
        assert!(told.try_recv().unwrap());
        // The client cancels it: its reply is not sent.
        connection.end(&first);
        assert!(!told.try_recv().unwrap());
        one.reply_made(MAX_UNREAD);
        assert!(told.try_recv().is_err(), "nor when it is made after that");
        connection.queued(Some(&second), MAX_UNREAD + 1);
        assert!(told.try_recv().unwrap());
        connection.written(MAX_UNREAD);
        assert!(!told.try_recv().unwrap());
        connection.wait_for_room();
    }

    #[test]
    fn l101_an_id_is_in_use_until_it_is_answered_and_nothing_works_on_it() {
        let connection = Connection::default();
        let id = RequestId::Number(7);
        let working = connection.begin(&id, RequestKind::Call).unwrap();
        working.reply_made(MAX_UNREAD);
        assert!(connection.begin(&id, RequestKind::Other).is_none());
        connection.end(&id);
        assert!(connection.begin(&id, RequestKind::Call).is_none(), "cancelled, and still running");
        drop(working);
        let again = connection.begin(&id, RequestKind::Call).unwrap();
        drop(again);
        assert!(connection.begin(&id, RequestKind::Call).is_none(), "run, and not answered");
        connection.end(&id);
        connection.end(&id);
        // Answered: the id is free at once, and what still runs of the old request does not affect the new one.
        let old = connection.begin(&id, RequestKind::Call).unwrap();
        assert!(connection.queued(Some(&id), 10));
        let new = connection.begin(&id, RequestKind::Call).unwrap();
        drop(old);
        assert!(connection.begin(&id, RequestKind::Call).is_none(), "the new one is not answered");
        assert!(connection.queued(Some(&id), 10));
        drop(new);
        connection.written(20);
        connection.calls_answered(2);
        let state = connection.state();
        assert_eq!((state.in_flight.len(), state.unread, state.unanswered_calls), (0, 0, 0));
    }
}
