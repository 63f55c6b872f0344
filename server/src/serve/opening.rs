//! The first and the last words on a line: nothing but a request opens a conversation, and it ends when all has been answered.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, JsonRpcNotification, JsonRpcRequest, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;

use super::line::Line;

/// A transport whose notifications and responses are passed over until the conversation is open, and which ends only when every
/// call has been answered.
///
/// rmcp takes an early notification as a reason to end the process, and gives calls that are under way when the client stops
/// talking a few seconds; a client that does either is merely early.
pub(crate) struct Opening<T> {
    inner: T,
    is_open: Arc<AtomicBool>,
    line: Line,
    has_ended: bool,
}

/// Says that the conversation is open.
#[derive(Clone, Debug)]
pub(crate) struct Opened(Arc<AtomicBool>);

impl Opened {
    pub(crate) fn say(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl<T> Opening<T> {
    pub(crate) fn of(inner: T, line: Line) -> (Self, Opened) {
        let is_open = Arc::new(AtomicBool::new(false));
        (Self { inner, is_open: Arc::clone(&is_open), line, has_ended: false }, Opened(is_open))
    }
}

impl<T: Transport<RoleServer>> Opening<T> {
    /// Notes a call that has come in, or that nobody wants any more. Everything else is answered at once, or not at all.
    fn note(&self, message: &ClientJsonRpcMessage) {
        match message {
            ClientJsonRpcMessage::Request(JsonRpcRequest {
                id,
                request: ClientRequest::CallToolRequest(_) | ClientRequest::CustomRequest(_),
                ..
            }) => self.line.begin(id.clone()),
            ClientJsonRpcMessage::Notification(JsonRpcNotification {
                notification: ClientNotification::CancelledNotification(cancelled),
                ..
            }) => cancelled.params.request_id.iter().for_each(|id| self.line.end(id)),
            _ => {}
        }
    }

    /// The next message that belongs to a conversation.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let message = self.inner.receive().await?;
            if matches!(message, ClientJsonRpcMessage::Request(_)) || self.is_open.load(Ordering::Acquire) {
                self.note(&message);
                return Some(message);
            }
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Opening<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let answers = match &item {
            ServerJsonRpcMessage::Response(response) => Some(response.id.clone()),
            ServerJsonRpcMessage::Error(error) => error.id.clone(),
            _ => None,
        };
        let (sent, line) = (self.inner.send(item), self.line.clone());
        async move {
            let sent = sent.await.inspect_err(|_| line.break_off());
            if let Some(id) = &answers {
                line.end(id);
            }
            sent
        }
    }

    /// Dropped and called anew by rmcp whenever something else happens, a message that could not be sent among it; so what it
    /// knows is kept outside.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        // Whoever does not hear the answers has no more to ask.
        if self.line.is_broken() {
            return None;
        }
        if !self.has_ended {
            let next = self.next().await;
            if next.is_some() {
                return next;
            }
            self.has_ended = true;
            self.line.desert();
        }
        self.line.answered().await;
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
