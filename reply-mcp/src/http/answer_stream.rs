//! The stream that answers a request: it ends with the answer, even if its session ends first.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use rmcp::model::{ErrorCode, ErrorData, RequestId, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::ServerSseMessage;
use tokio::sync::watch;
use tokio_stream::Stream;

/// A stream of the messages about one request.
pub(super) type MessageStream = Pin<Box<dyn Stream<Item = ServerSseMessage> + Send + Sync>>;

/// The requests of a session whose streams have no answer yet. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Unanswered(Arc<UnansweredState>);

#[derive(Default)]
struct UnansweredState {
    requests: watch::Sender<usize>,
    is_ended: watch::Sender<bool>,
}

/// A request without an answer, until this is dropped.
pub(super) struct UnansweredRequest(Unanswered);

impl Unanswered {
    /// Marks the session as ended: from now on no request is accepted. Returns false if it had ended before.
    pub(super) fn end(&self) -> bool {
        !self.0.is_ended.send_replace(true)
    }

    pub(super) fn is_ended(&self) -> bool {
        *self.0.is_ended.borrow()
    }

    /// Resolves once the session has ended.
    pub(super) async fn ended(&self) {
        // This struct owns the sender, so it cannot be gone.
        let _ = self.0.is_ended.subscribe().wait_for(|is_ended| *is_ended).await;
    }

    /// Resolves once every request has its answer.
    pub(super) async fn all_answered(&self) {
        let _ = self.0.requests.subscribe().wait_for(|requests| *requests == 0).await;
    }

    /// A request has arrived; `None` if the session has ended.
    pub(super) fn begin(&self) -> Option<UnansweredRequest> {
        // Counted before the check, so that a session which ends meanwhile waits for it.
        self.0.requests.send_modify(|requests| *requests += 1);
        Some(UnansweredRequest(self.clone())).filter(|_| !self.is_ended())
    }
}

impl UnansweredRequest {
    /// The messages about the request, whose id is known unless its client comes back to them.
    pub(super) fn answered_by(self, messages: MessageStream, id: Option<RequestId>) -> MessageStream {
        Box::pin(AnswerStream { messages, id, unanswered: Some(self) })
    }
}

impl Drop for UnansweredRequest {
    fn drop(&mut self) {
        self.0.0.requests.send_modify(|requests| *requests -= 1);
    }
}

struct AnswerStream {
    messages: MessageStream,
    id: Option<RequestId>,
    unanswered: Option<UnansweredRequest>,
}

impl Stream for AnswerStream {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(event) = ready!(self.messages.as_mut().poll_next(cx)) else {
            // A request that its client cancelled is not answered.
            let unanswered = self.unanswered.take().filter(|UnansweredRequest(session)| session.is_ended());
            return Poll::Ready(unanswered.and(self.id.take()).map(session_ended));
        };
        let is_answer = |message: &ServerJsonRpcMessage| {
            matches!(message, ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_))
        };
        if event.message.as_deref().is_some_and(is_answer) {
            self.unanswered = None;
        }
        Poll::Ready(Some(event))
    }
}

/// The only message about a request.
pub(super) fn only(event: ServerSseMessage) -> MessageStream {
    Box::pin(tokio_stream::once(event))
}

/// The answer to a request whose session has ended.
pub(super) fn session_ended(id: RequestId) -> ServerSseMessage {
    let problem = ErrorData::new(ErrorCode(-32000), "the session has ended", None);
    ServerSseMessage::from_message(ServerJsonRpcMessage::error(problem, Some(id)))
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    fn next(stream: &mut MessageStream) -> Option<ServerSseMessage> {
        match stream.as_mut().poll_next(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(event) => event,
            Poll::Pending => panic!("it was to be ready"),
        }
    }

    fn id_of(event: &ServerSseMessage) -> Option<RequestId> {
        match event.message.as_deref() {
            Some(ServerJsonRpcMessage::Error(error)) => error.id.clone(),
            _ => None,
        }
    }

    #[test]
    fn l16_a_stream_of_an_ended_session_has_exactly_one_answer() {
        let id = RequestId::Number(7);
        for (is_ended, is_answered, answers) in [(true, false, 1), (true, true, 1), (false, true, 1), (false, false, 0)]
        {
            let session = Unanswered::default();
            let messages: MessageStream =
                if is_answered { only(session_ended(id.clone())) } else { Box::pin(tokio_stream::empty()) };
            let mut stream = session.begin().unwrap().answered_by(messages, Some(id.clone()));
            assert_eq!(*session.0.requests.borrow(), 1);
            if is_ended {
                assert!(session.end() && !session.end());
                assert!(session.begin().is_none());
            }
            let told: Vec<_> = std::iter::from_fn(|| next(&mut stream)).collect();
            assert_eq!(told.len(), answers, "{is_ended} {is_answered}");
            assert!(told.iter().all(|event| id_of(event).as_ref() == Some(&id)));
            assert_eq!(*session.0.requests.borrow(), 0, "it counts until its answer, or its end");
        }
    }
}
