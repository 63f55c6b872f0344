//! The response to a request: its errors are checked for host paths; it holds connection and session until it ends.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, SizeHint};
use serde_json::Value;

use super::body::SESSION_ID;
use super::connections::{ActiveRequest, Activity, OpenConnection};
use super::options::HttpOptions;
use super::sessions::{HttpSessions, OpenStream};
use super::unread::{UnreadReplies, UnreadReply};
use crate::calls::client::ClientId;
use crate::message::protocol_error;

/// The most bytes of a response that are scanned, if it is not a stream: rmcp's own errors, which repeat a request at most.
const MAX_ERROR: usize = 32 * 1024 * 1024;
/// Where an event says that it is an error, since an id is short.
const MAX_ERROR_BODY: usize = 2 * 1024;

/// Admits clients with the secret, and checks their responses.
pub(super) async fn admit(
    State((options, sessions, unread)): State<(HttpOptions, Arc<HttpSessions>, UnreadReplies)>,
    mut request: Request,
    next: Next,
) -> Response {
    if !options.admits(request.headers()) {
        let asks = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (StatusCode::UNAUTHORIZED, asks, "a bearer token is needed").into_response();
    }
    let activity = if request.method() == Method::GET { Activity::Listening } else { Activity::Serving };
    let busy = request.extensions().get::<Arc<OpenConnection>>().map(|connection| connection.begin(activity));
    let session = request.headers().get(SESSION_ID).and_then(|id| id.to_str().ok());
    let stream = session.and_then(|id| sessions.open(id));
    if let Some(stream) = &stream {
        request.extensions_mut().insert(stream.streams.clone());
    }
    // A session is one client, over however many connections it comes.
    let client = match (&stream, request.extensions().get::<Arc<OpenConnection>>()) {
        (Some(stream), _) => ClientId::Session(stream.session()),
        (None, Some(connection)) => ClientId::Connection(connection.number()),
        (None, None) => ClientId::default(),
    };
    request.extensions_mut().insert(client);
    let unread = unread.begin();
    request.extensions_mut().insert(Arc::clone(&unread));
    let response = checked(next.run(request).await).await;
    response.map(|body| Body::new(GuardedBody { body, unread, _busy: busy, _stream: stream }))
}

/// A body that holds its connection, its session and its bytes while it is being sent: hyper asks for the next part, or for the
/// end, only after it has sent all but a little of the part before.
struct GuardedBody {
    body: Body,
    unread: Arc<UnreadReply>,
    _busy: Option<ActiveRequest>,
    _stream: Option<OpenStream>,
}

impl HttpBody for GuardedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(data)) = frame.as_ref().map(|frame| frame.as_ref().map(Frame::data_ref)) {
            self.unread.raise_to(data.map_or(0, Bytes::len));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The response with its errors checked, including those of rmcp.
async fn checked(response: Response) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
        let check = |data: Bytes| checked_event(&data).map_or(data, Bytes::from);
        return response.map(|body| Body::new(body.map_frame(move |frame| frame.map_data(check))));
    }
    if response.status().is_success() {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, MAX_ERROR).await.unwrap_or_default();
    let body = match checked_error(&bytes) {
        None => Body::from(bytes),
        Some(checked) => {
            parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(checked.len()));
            Body::from(checked)
        }
    };
    Response::from_parts(parts, body)
}

/// An error that must not be sent unchanged.
fn checked_error(body: &[u8]) -> Option<Vec<u8>> {
    match serde_json::from_slice::<Value>(body) {
        Ok(mut message) if message.is_object() => {
            let checked = protocol_error::checked_json(message.get("error")?)?;
            message["error"] = checked;
            Some(message.to_string().into_bytes())
        }
        _ => protocol_error::checked_text(&String::from_utf8_lossy(body)).map(Into::into),
    }
}

/// An event with an error that must not be sent unchanged.
fn checked_event(event: &[u8]) -> Option<Vec<u8>> {
    let begins = event.get(..event.len().min(MAX_ERROR_BODY))?;
    if !begins.windows(8).any(|part| part == b"\"error\":") {
        return None;
    }
    let mut changed = false;
    let lines = event.split_inclusive(|byte| *byte == b'\n').map(|line| {
        let checked = line.strip_prefix(b"data:").and_then(|data| checked_error_message(data.trim_ascii()));
        changed |= checked.is_some();
        checked.map_or_else(|| line.to_vec(), |checked| [b"data: ", checked.as_slice(), b"\n"].concat())
    });
    let whole = lines.collect::<Vec<_>>().concat();
    changed.then_some(whole)
}

/// A message that is an error and must not be sent unchanged. A reply is not scanned again: the wrapper has scanned it.
fn checked_error_message(message: &[u8]) -> Option<Vec<u8>> {
    #[derive(serde::Deserialize)]
    struct ErrorOutline<'m> {
        #[serde(borrow)]
        error: Option<&'m serde_json::value::RawValue>,
    }
    serde_json::from_slice::<ErrorOutline<'_>>(message).ok()?.error?;
    checked_error(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l49_an_error_on_a_stream_or_beside_one_is_checked_and_a_reply_is_not() {
        let error = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"no /home/nate","data":{"requested":"/home/nate"}}}"#;
        let event = format!("id: 0/1\ndata: {error}\n\n");
        let checked = String::from_utf8(checked_event(event.as_bytes()).unwrap()).unwrap();
        assert!(checked.starts_with("id: 0/1\ndata: {") && checked.ends_with("}\n\n"), "{checked}");
        assert!(!checked.contains("nate") && checked.contains("-32022"), "{checked}");
        assert!(!String::from_utf8(checked_error(error.as_bytes()).unwrap()).unwrap().contains("nate"));
        assert!(!String::from_utf8(checked_error(b"Unsupported: /home/nate").unwrap()).unwrap().contains("nate"));
        let reply = r#"{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"error":{"message":"/home/nate"}}}}"#;
        assert!(checked_event(format!("data: {reply}\n\n").as_bytes()).is_none());
        assert!(checked_event(b":\n\n").is_none());
    }
}
