//! The call pool: calls run off the reactor, a bounded number at once, each cancelled at its timeout or waited for (L19, L27).

use std::sync::Arc;

use reply_core::{Call, Envelope, Outcome, Suspended, Watch};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

use crate::calls::client::{ClientId, ClientShare, ClientShares};
use crate::calls::limits::Limits;
use crate::calls::queue::JobQueue;

/// Over HTTP no client has more than one of so many parts of the calls that are accepted.
const CLIENTS_AT_LEAST: usize = 8;

/// Threads that run calls, and the calls that wait for one. Clones share the pool.
#[derive(Clone)]
pub(crate) struct CallPool {
    inner: Arc<PoolState>,
}

struct PoolState {
    limits: Limits,
    queue: JobQueue,
    /// A call holds one from its arrival until its work is done and its reply made.
    places: Arc<Semaphore>,
    /// How many of them each client holds.
    shares: ClientShares,
    is_closed: watch::Sender<bool>,
}

/// The outcome of a call.
#[derive(Debug)]
pub(crate) enum PoolOutcome {
    /// It ran to its reply.
    Replied(Envelope),
    /// A person has to be asked. Meanwhile it holds no slot and no thread, and no time counts (L26).
    Suspended(Suspended),
    /// It was not accepted: the pool is full, or closed.
    Rejected,
    /// It took too long and was cancelled before it changed anything.
    TimedOut(Envelope),
    /// The caller cancelled it before it changed anything. This reply is dropped.
    Cancelled(Envelope),
    /// Something around the tool panicked.
    Crashed,
}

impl CallPool {
    pub(crate) fn new(limits: Limits) -> Self {
        let inner = PoolState {
            limits,
            queue: JobQueue::new(limits.running),
            places: Arc::new(Semaphore::new(limits.waiting)),
            shares: ClientShares::new(limits.waiting, (limits.waiting / CLIENTS_AT_LEAST).max(1)),
            is_closed: watch::Sender::new(false),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Runs `body` on a thread of the pool, when one is free.
    ///
    /// A call that times out or is cancelled ends if nothing has changed yet; if it is still queued it leaves the queue, with
    /// everything it holds. Past its commit point it is waited for: no agent gets E for a change that took place (L27).
    pub(crate) async fn run(
        &self,
        client: &ClientId,
        call: Call,
        cancelled: impl Future<Output = ()>,
        body: impl FnOnce(Call) -> Outcome + Send + 'static,
    ) -> PoolOutcome {
        let Some(place) = self.place(client) else { return PoolOutcome::Rejected };
        // Held by the working thread and by the waiting caller: it is released when both are done, and the reply is made.
        let place = Arc::new(place);
        let held = Arc::clone(&place);
        let watch = call.watch();
        let (sender, done) = oneshot::channel();
        let is_closed = self.inner.is_closed.subscribe();
        let submitted = self.inner.queue.submit(client, move || {
            // A call that had not started when the pool was closed does not start any more.
            let outcome = if *is_closed.borrow() { Outcome::Cancelled } else { body(call) };
            drop(held);
            // The caller may be gone.
            let _ = sender.send(outcome);
        });
        let Ok(ticket) = submitted else { return PoolOutcome::Rejected };
        let outcome = self.wait(&watch, async { done.await.ok() }, cancelled, || ticket.withdraw()).await;
        drop(place);
        outcome
    }

    /// Runs an async body on the reactor. It is dropped when it times out or is cancelled, unless it is past its commit point.
    pub(crate) async fn drive<F: Future<Output = Outcome>>(
        &self,
        client: &ClientId,
        call: Call,
        cancelled: impl Future<Output = ()>,
        body: impl FnOnce(Call) -> F,
    ) -> PoolOutcome {
        let Some(_place) = self.place(client) else { return PoolOutcome::Rejected };
        let watch = call.watch();
        self.wait(&watch, async { Some(body(call).await) }, cancelled, || false).await
    }

    /// Waits for the outcome of a call, which is cancelled at its timeout or by its caller, unless it is past its commit point.
    /// `withdraw` takes a call that has not begun out of the queue, and says whether it did.
    async fn wait(
        &self,
        call: &Watch,
        outcome: impl Future<Output = Option<Outcome>>,
        cancelled: impl Future<Output = ()>,
        withdraw: impl FnOnce() -> bool,
    ) -> PoolOutcome {
        let mut outcome = std::pin::pin!(outcome);
        let is_timeout = tokio::select! {
            // A finished call counts as finished, even if the timeout fires at the same moment.
            biased;
            outcome = &mut outcome => return settle(outcome),
            () = tokio::time::sleep(self.inner.limits.timeout) => true,
            () = cancelled => false,
        };
        let has_begun = !withdraw();
        // Only a call that ran too long is worth a crash file.
        let reply = if has_begun && is_timeout { call.cancel("it took too long") } else { call.reject_overloaded() };
        match reply {
            Some(envelope) if is_timeout => PoolOutcome::TimedOut(envelope),
            Some(envelope) => PoolOutcome::Cancelled(envelope),
            None => settle(outcome.await),
        }
    }

    /// Room for one more call of this client, unless the pool is full or closed.
    fn place(&self, client: &ClientId) -> Option<(OwnedSemaphorePermit, ClientShare)> {
        let place = Arc::clone(&self.inner.places).try_acquire_owned().ok()?;
        (!self.is_closed()).then_some((place, self.inner.shares.try_take(client)?))
    }

    /// Pauses or resumes queued calls: for a client that does not read its replies.
    pub(crate) fn hold(&self, is_held: bool) {
        self.inner.queue.hold(is_held);
    }

    /// Closes the pool and waits for running calls, but no longer than a call may take.
    pub(crate) async fn finish(&self) {
        self.inner.is_closed.send_replace(true);
        // Queued calls end at once, so nothing may pause them.
        self.inner.queue.release();
        let all = u32::try_from(self.inner.limits.waiting).unwrap_or(u32::MAX);
        // The semaphore is never closed, so it can be acquired. Released at once, so that a later call learns that the pool is
        // closed.
        let _ = tokio::time::timeout(self.inner.limits.timeout, self.inner.places.acquire_many(all)).await;
    }

    /// Resolves once the pool is closed.
    pub(crate) async fn closed(&self) {
        // The pool owns the sender, so it cannot be gone.
        let _ = self.inner.is_closed.subscribe().wait_for(|is_closed| *is_closed).await;
    }

    fn is_closed(&self) -> bool {
        *self.inner.is_closed.borrow()
    }
}

/// The wrapper catches panics of tools; if nothing came back, something else on the thread panicked.
fn settle(outcome: Option<Outcome>) -> PoolOutcome {
    match outcome {
        Some(Outcome::Replied(envelope)) => PoolOutcome::Replied(envelope),
        Some(Outcome::Suspended(suspended)) => PoolOutcome::Suspended(suspended),
        Some(Outcome::Cancelled) => PoolOutcome::Rejected,
        None => PoolOutcome::Crashed,
    }
}

#[cfg(test)]
pub(crate) mod tests;
