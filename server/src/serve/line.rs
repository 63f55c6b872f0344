//! The line to one client: what has not been answered on it, and whether anybody is at its other end.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::{Notify, watch};

/// What is known of the line. All clones know the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    known: Arc<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// The calls that came in and whose answers have not gone out.
    open: Mutex<HashSet<RequestId>>,
    none_is_open: Notify,
    /// The client talks no more; it may still listen.
    is_deserted: watch::Sender<bool>,
    /// The client listens no more.
    is_broken: AtomicBool,
}

impl Line {
    /// A call came in.
    pub(crate) fn begin(&self, id: RequestId) {
        self.open().insert(id);
    }

    /// It needs no answer any more: it has one, or was cancelled.
    pub(crate) fn end(&self, id: &RequestId) {
        let mut open = self.open();
        if open.remove(id) && open.is_empty() {
            self.known.none_is_open.notify_waiters();
        }
    }

    /// The client has closed its end.
    pub(crate) fn desert(&self) {
        self.known.is_deserted.send_replace(true);
    }

    /// Nothing reaches the client any more.
    pub(crate) fn break_off(&self) {
        self.known.is_broken.store(true, Ordering::Release);
        self.known.none_is_open.notify_waiters();
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.known.is_broken.load(Ordering::Acquire)
    }

    /// Comes true when the client talks no more.
    pub(crate) async fn deserted(&self) {
        // The sender is the line's own, so it is not gone.
        let _ = self.known.is_deserted.subscribe().wait_for(|is_deserted| *is_deserted).await;
    }

    /// Comes true when every call has been answered, or nobody hears the answers.
    pub(crate) async fn answered(&self) {
        loop {
            // Listening before looking, so that the last one is not missed in between.
            let mut told = std::pin::pin!(self.known.none_is_open.notified());
            told.as_mut().enable();
            if self.is_broken() || self.open().is_empty() {
                return;
            }
            told.await;
        }
    }

    /// A panic elsewhere leaves the set as it was: every change to it is one insertion or removal.
    fn open(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.known.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
