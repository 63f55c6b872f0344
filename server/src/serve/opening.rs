//! The first words on a line: nothing but a request opens a conversation, and nothing else ends it.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::watch;

/// A transport whose notifications and responses are passed over until the conversation is open.
///
/// rmcp takes one of those as a reason to end the process; a client that sends one is merely early.
pub(crate) struct Opening<T> {
    inner: T,
    is_open: Arc<AtomicBool>,
    /// Told when the client has closed its end.
    is_deserted: watch::Sender<bool>,
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
    pub(crate) fn of(inner: T, is_deserted: watch::Sender<bool>) -> (Self, Opened) {
        let is_open = Arc::new(AtomicBool::new(false));
        (Self { inner, is_open: Arc::clone(&is_open), is_deserted }, Opened(is_open))
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Opening<T> {
    type Error = T::Error;

    fn name() -> Cow<'static, str> {
        T::name()
    }

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let Some(message) = self.inner.receive().await else {
                self.is_deserted.send_replace(true);
                return None;
            };
            if matches!(message, ClientJsonRpcMessage::Request(_)) || self.is_open.load(Ordering::Acquire) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}
