//! What happens now: lines of the journal and requests, as they come.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde_json::json;
use tokio::sync::mpsc;

use super::Dashboard;
use super::api::shown;
use crate::journal::{Line, Tail};
use crate::operator::requests;

/// How often journal and queue are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(400);
/// After how many looks without news a comment shows that the stream lives, and finds out whether somebody reads.
const QUIET_LOOKS: u32 = 25;
/// The most lines of one event; what is older is in the journal.
const MAX_LINES: usize = 500;

/// Server-sent events: `{ "lines": […], "waiting": […] }` whenever one of them changed. It ends with its reader.
pub(super) async fn stream(State(dashboard): State<Dashboard>) -> Response {
    let (send, receive) = mpsc::channel(4);
    tokio::spawn(watch(dashboard, send));
    ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(Events(receive))).into_response()
}

struct Events(mpsc::Receiver<Bytes>);

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

async fn watch(dashboard: Dashboard, send: mpsc::Sender<Bytes>) {
    let mut tail = Tail::from_end(&dashboard.paths.journal());
    let mut known = Vec::new();
    let mut quiet = 0;
    loop {
        let paths = dashboard.paths.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let lines = tail.added().unwrap_or_default();
            let from = lines.len().saturating_sub(MAX_LINES);
            let lines: Vec<_> = lines[from..].iter().map(Line::value).collect();
            (tail, lines, requests::waiting(&paths).unwrap_or_default())
        });
        let Ok((same_tail, lines, waiting)) = looked.await else { return };
        tail = same_tail;
        // The age grows by itself; whether something else changed is told by the ids.
        let ids: Vec<(String, bool)> =
            waiting.iter().map(|request| (request.request.clone(), request.is_alive)).collect();
        let event = if lines.is_empty() && ids == known {
            quiet += 1;
            if quiet < QUIET_LOOKS { String::new() } else { ":\n\n".to_owned() }
        } else {
            format!("data: {}\n\n", shown(json!({ "lines": lines, "waiting": waiting })))
        };
        known = ids;
        if !event.is_empty() {
            quiet = 0;
            if send.send(event.into()).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}
