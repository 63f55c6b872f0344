//! The line to one client: which calls are under way on it, and whether anybody is at its other end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::{Notify, watch};

/// What is known of the line. All clones know the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    known: Arc<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// How many calls have not been answered.
    under_way: AtomicUsize,
    none_is_left: Notify,
    /// The client talks no more; it may still listen.
    is_deserted: watch::Sender<bool>,
    /// The client listens no more.
    is_broken: AtomicBool,
}

/// A call that is under way until this is dropped.
pub(crate) struct UnderWay(Arc<Known>);

impl Line {
    pub(crate) fn begin(&self) -> UnderWay {
        self.known.under_way.fetch_add(1, Ordering::AcqRel);
        UnderWay(Arc::clone(&self.known))
    }

    /// The client has closed its end.
    pub(crate) fn desert(&self) {
        self.known.is_deserted.send_replace(true);
    }

    /// Nothing reaches the client any more.
    pub(crate) fn break_off(&self) {
        self.known.is_broken.store(true, Ordering::Release);
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.known.is_broken.load(Ordering::Acquire)
    }

    /// Comes true when the client talks no more.
    pub(crate) async fn deserted(&self) {
        // The sender is the line's own, so it is not gone.
        let _ = self.known.is_deserted.subscribe().wait_for(|is_deserted| *is_deserted).await;
    }

    /// Comes true when nothing is left to be answered.
    pub(crate) async fn answered(&self) {
        loop {
            // Listening before looking, so that the last one is not missed in between.
            let mut left = std::pin::pin!(self.known.none_is_left.notified());
            left.as_mut().enable();
            if self.known.under_way.load(Ordering::Acquire) == 0 {
                return;
            }
            left.await;
        }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if self.0.under_way.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.none_is_left.notify_waiters();
        }
    }
}
