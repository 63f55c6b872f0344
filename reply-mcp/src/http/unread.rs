//! The replies that are made and not yet sent, over all connections: past a bound no waiting call begins.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

/// The bytes of all unread replies. Clones share them.
#[derive(Clone)]
pub(super) struct UnreadReplies {
    shared: Arc<UnreadShared>,
}

struct UnreadShared {
    bytes: Mutex<usize>,
    max: usize,
    is_over_limit: watch::Sender<bool>,
    on_pressure: Box<dyn Fn(bool) + Send + Sync>,
}

/// The unread bytes of one response; they are given back when the last clone of its `Arc` is dropped, by the call or by the body
/// that sends it.
pub(crate) struct UnreadReply {
    bytes: AtomicUsize,
    replies: UnreadReplies,
}

impl UnreadReplies {
    /// Calls back when the unread bytes exceed the bound, and when they fall to half of it. The callback must not block.
    pub(super) fn new(max: usize, on_pressure: impl Fn(bool) + Send + Sync + 'static) -> Self {
        let (bytes, is_over_limit) = (Mutex::default(), watch::Sender::new(false));
        Self { shared: Arc::new(UnreadShared { bytes, max, is_over_limit, on_pressure: Box::new(on_pressure) }) }
    }

    /// A response that has no bytes yet.
    pub(super) fn begin(&self) -> Arc<UnreadReply> {
        Arc::new(UnreadReply { bytes: AtomicUsize::new(0), replies: self.clone() })
    }

    /// Resolves once too much is unread.
    pub(super) async fn pressed(&self) {
        // This struct owns the sender, so it cannot be gone.
        let _ = self.shared.is_over_limit.subscribe().wait_for(|is_over_limit| *is_over_limit).await;
    }

    /// Changes the bytes, and reports a change in pressure under the lock, so that changes stay in order.
    fn change(&self, change: impl FnOnce(usize) -> usize) {
        let mut bytes = self.lock();
        *bytes = change(*bytes);
        let was_pressed = *self.shared.is_over_limit.borrow();
        let is_over_limit = *bytes > if was_pressed { self.shared.max / 2 } else { self.shared.max };
        if is_over_limit != was_pressed {
            self.shared.is_over_limit.send_replace(is_over_limit);
            (self.shared.on_pressure)(is_over_limit);
        }
    }

    /// Nothing panics under the lock, so the count is whole.
    fn lock(&self) -> MutexGuard<'_, usize> {
        self.shared.bytes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnreadReply {
    /// The response holds this many bytes, if not more: a reply counts from when it is made, and what is sent of it by its size.
    pub(crate) fn raise_to(&self, bytes: usize) {
        let before = self.bytes.fetch_max(bytes, Ordering::AcqRel);
        if bytes > before {
            self.replies.change(|all| all + (bytes - before));
        }
    }
}

impl Drop for UnreadReply {
    fn drop(&mut self) {
        let bytes = *self.bytes.get_mut();
        if bytes > 0 {
            self.replies.change(|all| all - bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn l100_unread_replies_press_together_and_relieve_once_they_are_sent() {
        let (tell, told) = channel();
        let replies = UnreadReplies::new(100, move |is| tell.send(is).unwrap());
        let [one, other] = [(); 2].map(|()| replies.begin());
        one.raise_to(60);
        one.raise_to(10);
        other.raise_to(40);
        assert!(told.try_recv().is_err());
        other.raise_to(41);
        assert!(told.try_recv().unwrap());
        let sending = Arc::clone(&one);
        drop(one);
        assert!(told.try_recv().is_err(), "its body still sends it");
        drop(sending);
        assert!(!told.try_recv().unwrap());
        drop(other);
        assert_eq!((*replies.lock(), told.try_recv().ok()), (0, None));
    }
}
