//! The body of a request: read within limits of time and size, and screened before it is parsed.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use rmcp::model::ServerJsonRpcMessage;
use tokio::time::{Instant, timeout};

use super::options::HttpLimits;
use super::screen::{self, Screened};
use super::sessions::HttpSessions;
use crate::message::budget::{ByteBudget, Reservation};
use crate::message::outline::MessageOutline;
use crate::message::{self, MAX_MESSAGE, MAX_UNANSWERED, count_values};

/// The extra budget for short requests, so that large ones do not block them.
const MAX_BEYOND: usize = 16 * 1024 * 1024;
/// The header with the session id in the older era.
pub(super) const SESSION_ID: &str = "mcp-session-id";

/// The content type of a message.
const JSON: &[u8] = b"application/json";

/// The limits of request bodies.
#[derive(Clone)]
pub(super) struct BodyState {
    pub(super) budget: ByteBudget,
    pub(super) sessions: Arc<HttpSessions>,
    pub(super) limits: HttpLimits,
}

/// Reads the body of a request and passes it on if it is acceptable.
pub(super) async fn read_body(State(intake): State<BodyState>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let (bytes, reservation) = match intake.collect(body).await {
        Ok(collected) => collected,
        Err(refused) => return refused,
    };
    let outline = MessageOutline::read(&bytes).ok();
    let is_handshake = outline.as_ref().is_some_and(|outline| outline.method.as_deref() == Some("initialize"));
    // A handshake without a session starts one.
    let begins = is_handshake && !parts.headers.contains_key(SESSION_ID);
    let id = outline.as_ref().and_then(|outline| outline.id.clone());
    if is_handshake && bytes.len() > MAX_UNANSWERED {
        return too_large();
    }
    let bytes = match screen::screen(&bytes, outline) {
        Screened::Whole { overhead } if reservation.try_grow_beyond(overhead, beyond(bytes.len())) => bytes,
        Screened::Whole { .. } => return overloaded(),
        Screened::Outline(outline, refusal) => {
            refusal.map(|refusal| parts.extensions.insert(refusal));
            outline.to_string().into_bytes()
        }
        Screened::Answer(answer) => return bad_request(&answer),
    };
    let mut beginning = None;
    if begins {
        // What is kept of it is reserved as long as the session lasts.
        reservation.shrink_to(bytes.len() + count_values(&bytes).overhead);
        beginning = intake.sessions.try_begin().await;
        if beginning.is_none() {
            return busy("there are too many sessions; try again later");
        }
    }
    parts.extensions.insert(Arc::new(reservation));
    let is_json = parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(JSON));
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    drop(beginning);
    // rmcp could not read the JSON as a message, and does not say under which id.
    if is_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return bad_request(&message::malformed(id));
    }
    response
}

impl BodyState {
    /// The whole body. Its bytes are reserved as they arrive, so a body that never arrives holds nothing.
    async fn collect(&self, mut body: Body) -> Result<(Vec<u8>, Reservation), Response> {
        if body.size_hint().lower() > MAX_MESSAGE as u64 {
            return Err(too_large());
        }
        let reservation = self.budget.try_reserve_beyond(0, usize::MAX).ok_or_else(overloaded)?;
        let end = Instant::now() + self.limits.upload_timeout;
        let mut bytes = Vec::new();
        loop {
            let wait = self.limits.body_timeout.min(end.saturating_duration_since(Instant::now()));
            let frame = match timeout(wait, poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))).await {
                Err(_) => return Err((StatusCode::REQUEST_TIMEOUT, "the body takes too long").into_response()),
                Ok(None) => return Ok((bytes, reservation)),
                Ok(Some(Err(_))) => return Err((StatusCode::BAD_REQUEST, "the body ends too soon").into_response()),
                Ok(Some(Ok(frame))) => frame,
            };
            let Ok(data) = frame.into_data() else { continue };
            let length = bytes.len() + data.len();
            if length > MAX_MESSAGE {
                return Err(too_large());
            }
            if !reservation.try_grow_beyond(data.len(), beyond(length)) {
                return Err(overloaded());
            }
            bytes.extend_from_slice(&data);
        }
    }
}

fn beyond(length: usize) -> usize {
    if length <= MAX_UNANSWERED { MAX_BEYOND } else { 0 }
}

fn too_large() -> Response {
    let why = format!("the body is too large; at most {MAX_MESSAGE} bytes, {MAX_UNANSWERED} to begin a session");
    (StatusCode::PAYLOAD_TOO_LARGE, why).into_response()
}

fn overloaded() -> Response {
    busy("the requests in flight hold too many bytes; send it again later")
}

fn busy(why: &'static str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], why).into_response()
}

fn bad_request(answer: &ServerJsonRpcMessage) -> Response {
    // It consists of short texts, so it can be written; if it could not, the status would still be right.
    let body = serde_json::to_vec(answer).unwrap_or_default();
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
