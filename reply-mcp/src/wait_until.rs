//! Waiting for a state that is looked at again whenever it may have changed.

use tokio::sync::Notify;

/// Resolves once `holds` is true; it is checked at first, and again after every notification of all waiters.
pub(crate) async fn wait_until(changed: &Notify, holds: impl Fn() -> bool) {
    loop {
        // Subscribes before checking, so that the last notification is not missed.
        let mut notified = std::pin::pin!(changed.notified());
        notified.as_mut().enable();
        if holds() {
            return;
        }
        notified.await;
    }
}
