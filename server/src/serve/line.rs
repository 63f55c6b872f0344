//! The line to one client: which calls are under way on it, and whether anybody is at its other end.

use tokio::sync::watch;

/// What is known of the line. Cheap to clone; all clones know the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// How many calls have not been answered.
    under_way: watch::Sender<usize>,
    /// The client talks no more; it may still listen.
    is_deserted: watch::Sender<bool>,
    /// The client listens no more.
    is_broken: watch::Sender<bool>,
}

/// A call that is under way until this is dropped.
pub(crate) struct UnderWay(watch::Sender<usize>);

impl Line {
    pub(crate) fn begin(&self) -> UnderWay {
        self.under_way.send_modify(|calls| *calls += 1);
        UnderWay(self.under_way.clone())
    }

    /// The client has closed its end.
    pub(crate) fn desert(&self) {
        self.is_deserted.send_replace(true);
    }

    /// Nothing reaches the client any more.
    pub(crate) fn break_off(&self) {
        self.is_broken.send_replace(true);
    }

    /// Comes true when the client talks no more.
    pub(crate) async fn deserted(&self) {
        until(&self.is_deserted, |is_deserted| *is_deserted).await;
    }

    /// Comes true when the client listens no more.
    pub(crate) async fn broken(&self) {
        until(&self.is_broken, |is_broken| *is_broken).await;
    }

    /// Comes true when nothing is left to be answered.
    pub(crate) async fn answered(&self) {
        until(&self.under_way, |calls| *calls == 0).await;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.send_modify(|calls| *calls -= 1);
    }
}

async fn until<T>(what: &watch::Sender<T>, comes_true: impl FnMut(&T) -> bool) {
    // The sender is the line's own, so it is not gone.
    let _ = what.subscribe().wait_for(comes_true).await;
}
