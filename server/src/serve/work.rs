//! Work within bounds: off the reactor, so many at once, each given up in time or waited for (L19, L27).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reply_core::{Call, Envelope, Outcome, Paused};
use tokio::sync::{Semaphore, watch};

use crate::app::App;

/// The room there is for calls. They run on the runtime's blocking threads, as many at once as it has.
#[derive(Clone)]
pub(crate) struct Work {
    app: Arc<App>,
    /// A call holds one from its arrival until its work is done and its reply made.
    places: Arc<Semaphore>,
    is_over: watch::Sender<bool>,
}

/// What came of a call.
#[derive(Debug)]
pub(crate) enum Ran {
    Replied(Envelope),
    /// A person has to be asked. Until then it holds no place and no thread, and no time counts (L26).
    Paused(Paused),
}

impl Work {
    pub(crate) fn new(app: Arc<App>) -> Self {
        Self { places: Arc::new(Semaphore::new(app.limits.waiting)), app, is_over: watch::Sender::default() }
    }

    /// Runs `body` on a blocking thread, when one is free.
    ///
    /// A call that takes too long, or that nobody wants any more, is given up while nothing has changed. Past its commit
    /// point it is waited for: no agent hears E about a change that took place (L27).
    pub(crate) async fn run(
        &self,
        tool: &'static str,
        call: Call,
        unwanted: impl Future<Output = ()>,
        body: impl FnOnce(&App, Call) -> Outcome + Send + 'static,
    ) -> Ran {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let (Ok(place), false) = (place, self.is_over()) else { return self.refused(tool) };
        // Held by whoever works and by whoever waits: it is free when both are done, and the reply is made.
        let place = Arc::new(place);
        let held = Arc::clone(&place);
        let watch = call.watch();
        let has_begun = Arc::new(AtomicBool::new(false));
        let (work, begins) = (self.clone(), Arc::clone(&has_begun));
        let mut done = std::pin::pin!(tokio::task::spawn_blocking(move || {
            begins.store(true, Ordering::Release);
            // What had not begun when the end came does not begin any more.
            let outcome = if work.is_over() { Outcome::GivenUp } else { body(&work.app, call) };
            drop(held);
            outcome
        }));
        let why = tokio::select! {
            // What is done is done, also when the end comes at the same moment.
            biased;
            outcome = &mut done => return self.settle(tool, outcome.ok()),
            () = tokio::time::sleep(self.app.limits.timeout) => "it took too long",
            () = unwanted => "nobody waits for it any more",
        };
        let given_up = if has_begun.load(Ordering::Acquire) { watch.give_up(why) } else { watch.turn_away() };
        let ran = match given_up {
            Some(envelope) => self.reply(tool, envelope),
            None => self.settle(tool, done.await.ok()),
        };
        drop(place);
        ran
    }

    /// Lets what runs come to its end, and takes on nothing more. What hangs is not waited for without end.
    pub(crate) async fn finish(&self) {
        self.is_over.send_replace(true);
        let all = u32::try_from(self.app.limits.waiting).unwrap_or(u32::MAX);
        // Closed by nobody, so it can be acquired. Given back at once: whoever asks now is told that it is over.
        let _ = tokio::time::timeout(self.app.limits.timeout, self.places.acquire_many(all)).await;
    }

    /// Comes true when nothing more is taken on.
    pub(crate) async fn over(&self) {
        // The sender is this one's own, so it is not gone.
        let _ = self.is_over.subscribe().wait_for(|is_over| *is_over).await;
    }

    fn is_over(&self) -> bool {
        *self.is_over.borrow()
    }

    /// The wrapper catches what escapes from a tool; what escapes from the glue around it is caught here.
    fn settle(&self, tool: &'static str, outcome: Option<Outcome>) -> Ran {
        match outcome {
            // The body has noted it.
            Some(Outcome::Replied(envelope)) => Ran::Replied(envelope),
            Some(Outcome::Paused(paused)) => Ran::Paused(paused),
            Some(Outcome::GivenUp) => self.refused(tool),
            None => {
                let crash = replies::mcp::error::Crash;
                let envelope = self.app.wrapper.call(tool, |rb| Err(rb.error(&self.app.voice, crash)));
                complain!("ck3raven: {}: the server's own code failed around {tool}", envelope.trace_id());
                self.reply(tool, envelope)
            }
        }
    }

    fn refused(&self, tool: &'static str) -> Ran {
        self.reply(tool, self.app.wrapper.overloaded(tool))
    }

    fn reply(&self, tool: &'static str, envelope: Envelope) -> Ran {
        self.app.journal.call(tool, &envelope);
        Ran::Replied(envelope)
    }
}

#[cfg(test)]
mod tests;
