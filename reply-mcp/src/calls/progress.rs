//! Sends a client progress notifications between the request and the reply.

use std::pin::pin;
use std::time::Duration;

use reply_core::{Progress, ProgressStep};
use rmcp::RoleServer;
use rmcp::model::{NumberOrString, ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::watch;

/// The shortest time between two notifications about one call.
const MIN_INTERVAL: Duration = Duration::from_millis(100);
/// How long a reply waits for a notification that is being sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(1);
/// A longer token is not repeated with every notification (L100). A server may always choose to send none.
const MAX_TOKEN: usize = 256;

/// Progress notifications of one call.
pub(crate) struct ProgressNotifier<'c> {
    peer: &'c Peer<RoleServer>,
    token: ProgressToken,
    /// Only the latest step: a tool that reports often is never blocked, and nothing accumulates.
    steps: watch::Receiver<Option<ProgressStep>>,
    /// The protocol requires every notification to report more than the previous one.
    told: Option<u64>,
}

impl<'c> ProgressNotifier<'c> {
    /// The notifier of a request, and what the tool reports to; `None` if its client did not ask for progress.
    pub(crate) fn of(cx: &'c RequestContext<RoleServer>) -> Option<(Self, Progress)> {
        let token = cx.meta.get_progress_token()?;
        if matches!(&token.0, NumberOrString::String(text) if text.len() > MAX_TOKEN) {
            return None;
        }
        let (report, steps) = watch::channel(None);
        let progress = Progress::new(move |step| _ = report.send_replace(Some(step)));
        Some((Self { peer: &cx.peer, token, steps, told: None }, progress))
    }

    /// Waits for a call and notifies its client meanwhile. Nothing is sent after the call has ended.
    pub(crate) async fn around<T>(mut self, call: impl Future<Output = T>) -> T {
        let mut call = pin!(call);
        loop {
            let step = tokio::select! {
                biased;
                ended = &mut call => return ended,
                step = next(&mut self.steps, &mut self.told) => step,
            };
            let mut sent = pin!(self.notify(step));
            tokio::select! {
                biased;
                ended = &mut call => {
                    // Once it was passed to rmcp it will be sent: the reply comes after it.
                    _ = tokio::time::timeout(SEND_TIMEOUT, sent).await;
                    return ended;
                }
                () = &mut sent => {}
            }
            tokio::select! {
                biased;
                ended = &mut call => return ended,
                () = tokio::time::sleep(MIN_INTERVAL) => {}
            }
        }
    }

    async fn notify(&self, step: ProgressStep) {
        let count = |count: u64| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let told = ProgressNotificationParam::new(self.token.clone(), count(step.done))
            .with_total(count(step.total))
            .with_message(step.of);
        // A client that cannot be notified still gets its reply.
        _ = self.peer.notify_progress(told).await;
    }
}

/// The next step beyond the last reported one.
async fn next(steps: &mut watch::Receiver<Option<ProgressStep>>, told: &mut Option<u64>) -> ProgressStep {
    loop {
        if steps.changed().await.is_err() {
            // The tool has finished: only its reply is left to wait for.
            return std::future::pending().await;
        }
        let step = *steps.borrow_and_update();
        if let Some(step) = step.filter(|step| told.is_none_or(|told| step.done > told)) {
            *told = Some(step.done);
            return step;
        }
    }
}
