//! Live updates: journal lines and requests, as they come.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::Dashboard;
use super::answer::shown;
use crate::journal::{JournalLine, JournalTail};

/// How often journal and queue are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(400);
/// After how many polls without news a comment is sent, which keeps the stream alive and shows whether the client still reads.
const QUIET_POLLS: u32 = 25;
/// The most lines in one event; older ones are in the journal.
const MAX_LINES: usize = 500;

/// Server-sent events whenever something changed: `{ "lines": […], "waiting": {…} }`, where `waiting` is null if no request
/// came or went. The stream ends when its reader disconnects.
pub(super) async fn stream(State(dashboard): State<Dashboard>) -> Response {
    let (send, receive) = mpsc::channel(1);
    tokio::spawn(watch(dashboard, send));
    ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(ReceiverStream::new(receive))).into_response()
}

async fn watch(dashboard: Dashboard, send: mpsc::Sender<Result<Bytes, Infallible>>) {
    let mut tail = JournalTail::from_end(&dashboard.paths.journal());
    let mut known = None;
    let mut quiet = 0;
    loop {
        let polled = dashboard.clone();
        let place = dashboard.working.clone().acquire_owned().await;
        let poll = tokio::task::spawn_blocking(move || {
            let _place = place;
            let lines = tail.added().unwrap_or_default();
            let from = lines.len().saturating_sub(MAX_LINES);
            let pending = polled.pending.read(&polled.paths, POLL_INTERVAL);
            // The age grows by itself; the ids show whether anything else changed.
            let is_other = known.as_ref().is_none_or(|known| *known != pending.ids);
            let event = (is_other || !lines.is_empty()).then(|| {
                let lines: Vec<_> = lines[from..].iter().map(JournalLine::value).collect();
                let waiting = is_other.then_some(&pending.list);
                format!("data: {}\n\n", shown(json!({ "lines": lines, "waiting": waiting })))
            });
            (tail, Some(pending.ids.clone()), event)
        });
        let Ok((same_tail, ids, event)) = poll.await else { return };
        (tail, known) = (same_tail, ids);
        quiet = if event.is_some() { 0 } else { quiet + 1 };
        let event = event.or_else(|| (quiet >= QUIET_POLLS).then(|| ":\n\n".to_owned()));
        if let Some(event) = event {
            quiet = 0;
            if send.send(Ok(event.into())).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
