//! The start and the end of a conversation: it starts with a request, and ends when every call has been answered.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, JsonRpcNotification, ServerJsonRpcMessage};
use rmcp::transport::Transport;

use crate::connection::Connection;

/// A transport that skips notifications and responses until the first request, and ends only when every call has been answered.
///
/// rmcp ends the process on an early notification, and gives calls in flight only a few seconds when the input closes; a client
/// that does either is merely early. The inner transport notifies the connection when an answer is written.
pub(crate) struct DrainingTransport<T> {
    inner: T,
    is_open: Arc<AtomicBool>,
    connection: Connection,
    has_ended: bool,
}

/// Opens the conversation.
#[derive(Clone, Debug)]
pub(crate) struct OpenSignal(Arc<AtomicBool>);

impl OpenSignal {
    pub(crate) fn open(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl<T> DrainingTransport<T> {
    pub(crate) fn new(inner: T, connection: Connection) -> (Self, OpenSignal) {
        let is_open = Arc::new(AtomicBool::new(false));
        (Self { inner, is_open: Arc::clone(&is_open), connection, has_ended: false }, OpenSignal(is_open))
    }
}

impl<T: Transport<RoleServer>> DrainingTransport<T> {
    /// Records a request that the client has cancelled.
    fn note(&self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Notification(JsonRpcNotification {
            notification: ClientNotification::CancelledNotification(cancelled),
            ..
        }) = message
        {
            cancelled.params.request_id.iter().for_each(|id| self.connection.end(id));
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

impl<T: Transport<RoleServer>> Transport<RoleServer> for DrainingTransport<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    /// rmcp drops and recreates this future whenever something else happens, so its state is kept outside.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        if !self.has_ended {
            let next = self.next().await;
            if next.is_some() {
                return next;
            }
            self.has_ended = true;
            self.connection.mark_input_closed();
        }
        self.connection.drained().await;
        None
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
