//! Output to the client: a thread of its own writes it.

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use rmcp::model::RequestId;
use tokio::sync::Notify;

use crate::connection::Connection;
use crate::wait_until::wait_until;

/// How much is written at once.
const CHUNK: usize = 64 * 1024;
/// A buffer larger than this is not kept for the next message.
const MAX_KEPT_BUFFER: usize = 1024 * 1024;

/// The writing side. Clones share it.
#[derive(Clone)]
pub(crate) struct Outbox {
    shared: Arc<OutboxShared>,
}

struct OutboxShared {
    state: Mutex<OutboxState>,
    /// There is something to write, or nothing more will come.
    changed: Condvar,
    emptied: Notify,
    connection: Connection,
}

#[derive(Default)]
struct OutboxState {
    queued: Vec<u8>,
    /// How many calls the queued messages answer.
    answers: usize,
    is_writing: bool,
    /// Nothing more will be queued.
    is_closed: bool,
    /// Nothing more can be written.
    is_broken: bool,
}

impl Outbox {
    /// Starts the thread that writes.
    pub(crate) fn start(sink: impl Write + Send + 'static, connection: Connection) -> io::Result<Self> {
        let shared =
            OutboxShared { state: Mutex::default(), changed: Condvar::new(), emptied: Notify::new(), connection };
        let shared = Arc::new(shared);
        let writes = Arc::clone(&shared);
        thread::Builder::new().name("stdout".to_owned()).spawn(move || writes.write_all(sink))?;
        Ok(Self { shared })
    }

    /// Queues a line, and never blocks. The connection is notified when it has been written.
    pub(crate) fn push(&self, line: &[u8], answers: Option<&RequestId>) -> io::Result<()> {
        let mut state = self.shared.lock();
        if state.is_broken || state.is_closed {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let is_call = self.shared.connection.queued(answers, line.len());
        state.queued.extend_from_slice(line);
        state.answers += usize::from(is_call);
        drop(state);
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Accepts no more, and resolves once everything is written or nothing can be.
    pub(crate) async fn close(&self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_one();
        wait_until(&self.shared.emptied, || self.is_empty()).await;
    }

    fn is_empty(&self) -> bool {
        let state = self.shared.lock();
        state.is_broken || (state.queued.is_empty() && !state.is_writing)
    }
}

impl OutboxShared {
    fn write_all(&self, mut sink: impl Write) {
        let mut batch = Vec::new();
        while let Some(answers) = self.next_batch(&mut batch) {
            for chunk in batch.chunks(CHUNK) {
                if sink.write_all(chunk).and_then(|()| sink.flush()).is_err() {
                    return self.mark_output_closed();
                }
                self.connection.written(chunk.len());
            }
            self.connection.calls_answered(answers);
            batch.clear();
            if batch.capacity() > MAX_KEPT_BUFFER {
                batch = Vec::new();
            }
            self.lock().is_writing = false;
            self.emptied.notify_waiters();
        }
    }

    /// Everything that is queued; `None` once the queue is closed and empty.
    fn next_batch(&self, batch: &mut Vec<u8>) -> Option<usize> {
        let is_idle = |state: &mut OutboxState| state.queued.is_empty() && !state.is_closed;
        let waited = self.changed.wait_while(self.lock(), is_idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.queued.is_empty() {
            return None;
        }
        state.is_writing = true;
        std::mem::swap(&mut state.queued, batch);
        Some(std::mem::take(&mut state.answers))
    }

    /// The client reads no more: what is queued is dropped.
    fn mark_output_closed(&self) {
        *self.lock() = OutboxState { is_broken: true, ..OutboxState::default() };
        self.connection.mark_output_closed();
        self.emptied.notify_waiters();
    }

    /// Nothing panics under the lock, so the state is whole.
    fn lock(&self) -> MutexGuard<'_, OutboxState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::connection::MAX_UNREAD;

    /// A client that reads when the test lets it.
    struct SlowReader(Receiver<()>);

    impl Write for SlowReader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn unread_replies_press_and_a_reading_client_relieves() {
        let (read, waits) = channel();
        let (tell, told) = channel();
        let connection = Connection::default();
        connection.on_pressure(move |is| tell.send(is).unwrap());
        let outbox = Outbox::start(SlowReader(waits), connection.clone()).unwrap();
        let line = vec![b'x'; CHUNK];
        for _ in 0..=MAX_UNREAD / CHUNK {
            outbox.push(&line, None).unwrap();
        }
        assert!(told.recv().unwrap());
        let waiter = thread::spawn(move || connection.wait_for_room());
        for _ in 0..=MAX_UNREAD / CHUNK {
            read.send(()).unwrap();
        }
        assert!(!told.recv().unwrap());
        waiter.join().unwrap();
    }

    #[test]
    fn a_client_that_reads_no_more_holds_nothing_back() {
        let (read, waits) = channel();
        let (connection, told) = (Connection::default(), channel());
        let working = connection.begin(&RequestId::Number(1), crate::connection::RequestKind::Call).unwrap();
        connection.on_pressure(move |is| told.0.send(is).unwrap());
        let outbox = Outbox::start(SlowReader(waits), connection.clone()).unwrap();
        outbox.push(&vec![b'x'; MAX_UNREAD + 1], Some(&RequestId::Number(1))).unwrap();
        drop(read);
        connection.wait_for_room();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async { tokio::join!(connection.drained(), connection.output_closed(), outbox.close()) });
        assert!(outbox.push(b"x", None).is_err());
        assert_eq!(told.1.try_iter().last(), Some(false));
        drop(working);
    }
}
