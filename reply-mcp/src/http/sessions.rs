//! The sessions of the older era: a bounded number, and none ends while its client listens.
//!
//! rmcp ends a session after five minutes without a message, even while its person reads a question. Here a session is idle
//! only if it has neither a request nor an open stream.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::request::Parts;
use rmcp::model::{ClientJsonRpcMessage, GetExtensions as _, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, LocalSessionManagerError};
use rmcp::transport::streamable_http_server::session::{ServerSseMessage, SessionId, SessionManager};
use tokio::sync::watch;
use tokio_stream::Stream;

use super::answer_stream::{MessageStream, Unanswered, only, session_ended};
use super::options::HttpLimits;
use crate::connection::{Connection, RequestKind};
use crate::message;
use crate::message::budget::Reservation;

/// A session that was not used after its handshake may be replaced by another after this time.
const UNUSED_TTL: Duration = Duration::from_secs(10);

/// A session manager with bounds.
pub(super) struct HttpSessions {
    inner: Arc<LocalSessionManager>,
    known: Arc<Mutex<KnownSessions>>,
    limits: HttpLimits,
}

#[derive(Default)]
struct KnownSessions {
    sessions: HashMap<SessionId, HttpSession>,
    /// Handshakes in progress.
    beginning: usize,
}

struct HttpSession {
    /// The ids of the requests in flight.
    connection: Connection,
    streams: SessionStreams,
    last_used: Instant,
    was_used: bool,
    /// The bytes that its handshake holds.
    reservation: Option<Arc<Reservation>>,
}

/// How many requests and streams of a session are open. Clones share it.
#[derive(Clone)]
pub(crate) struct SessionStreams {
    open: watch::Sender<usize>,
    unanswered: Unanswered,
    reconnect_timeout: Duration,
}

impl SessionStreams {
    fn new(reconnect_timeout: Duration) -> Self {
        Self { open: watch::Sender::new(0), unanswered: Unanswered::default(), reconnect_timeout }
    }

    /// Resolves once the client answers no question any more: it has ended the session, or has had no stream open for so long
    /// that it will not come back.
    pub(crate) async fn abandoned(&self) {
        tokio::select! {
            () = self.unanswered.ended() => {}
            () = self.reconnect_timed_out() => {}
        }
    }

    async fn reconnect_timed_out(&self) {
        let mut open = self.open.subscribe();
        loop {
            // This struct owns the sender, so it cannot be gone.
            let _ = open.wait_for(|open| *open == 0).await;
            let came_back = open.wait_for(|open| *open > 0);
            if tokio::time::timeout(self.reconnect_timeout, came_back).await.is_err() {
                return;
            }
        }
    }
}

/// A request or a stream of a session; it is closed when this is dropped.
pub(super) struct OpenStream {
    sessions: Arc<HttpSessions>,
    id: SessionId,
    pub(super) streams: SessionStreams,
}

impl OpenStream {
    /// The session that it belongs to.
    pub(super) fn session(&self) -> SessionId {
        Arc::clone(&self.id)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.streams.open.send_modify(|open| *open -= 1);
        if let Some(session) = self.sessions.lock().sessions.get_mut(&self.id) {
            session.last_used = Instant::now();
        }
    }
}

/// A handshake in progress; it counts as a session until there is one.
pub(super) struct BeginningSession(Arc<HttpSessions>);

impl Drop for BeginningSession {
    fn drop(&mut self) {
        self.0.lock().beginning -= 1;
    }
}

impl HttpSessions {
    pub(super) fn new(limits: HttpLimits) -> Self {
        let mut inner = LocalSessionManager::default();
        inner.session_config.keep_alive = None;
        Self { inner: Arc::new(inner), known: Arc::default(), limits }
    }

    /// Begins a handshake, if there is room for one more session; an idle one is replaced.
    pub(super) async fn try_begin(self: &Arc<Self>) -> Option<BeginningSession> {
        let idle = {
            let mut known = self.lock();
            let is_full = known.sessions.len() + known.beginning >= self.limits.sessions;
            let idle = if is_full { Some(known.longest_idle()?) } else { None };
            if let Some(id) = &idle {
                known.sessions.remove(id);
            }
            known.beginning += 1;
            idle
        };
        let beginning = BeginningSession(Arc::clone(self));
        if let Some(id) = idle {
            // It is closed for the client; its task may have ended already.
            let _ = self.inner.close_session(&id).await;
        }
        Some(beginning)
    }

    /// A request or a stream of a session has arrived; `None` if there is no such session.
    pub(super) fn open(self: &Arc<Self>, id: &str) -> Option<OpenStream> {
        let mut known = self.lock();
        let (id, session) = known.sessions.get_key_value(id).map(|(id, _)| Arc::clone(id)).and_then(|id| {
            let session = known.sessions.get_mut(&id)?;
            Some((id, session))
        })?;
        session.last_used = Instant::now();
        session.was_used = true;
        session.streams.open.send_modify(|open| *open += 1);
        Some(OpenStream { sessions: Arc::clone(self), id, streams: session.streams.clone() })
    }

    /// Ends sessions that have been idle for too long; runs for ever.
    pub(super) async fn expire(&self) {
        loop {
            tokio::time::sleep(self.limits.session_ttl / 4).await;
            let idle: Vec<SessionId> = {
                let known = self.lock();
                let idle = known.sessions.iter().filter(|(_, session)| session.is_idle_for(self.limits.session_ttl));
                idle.map(|(id, _)| Arc::clone(id)).collect()
            };
            for id in idle {
                let _ = self.close_session(&id).await;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, KnownSessions> {
        lock(&self.known)
    }

    /// The requests of a session that has not ended.
    fn unanswered(&self, id: &SessionId) -> Option<(Connection, Unanswered)> {
        let known = self.lock();
        let session = known.sessions.get(id).filter(|session| !session.streams.unanswered.is_ended())?;
        Some((session.connection.clone(), session.streams.unanswered.clone()))
    }
}

/// Nothing panics under the lock, so the state is whole.
fn lock(known: &Mutex<KnownSessions>) -> MutexGuard<'_, KnownSessions> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl KnownSessions {
    /// The session that may be replaced: the one that has been idle longest, with those that were never used first.
    fn longest_idle(&self) -> Option<SessionId> {
        const USED_TTL: Duration = Duration::from_mins(1);
        let may_go = |session: &HttpSession| session.is_idle_for(if session.was_used { USED_TTL } else { UNUSED_TTL });
        let idle = self.sessions.iter().filter(|(_, session)| may_go(session));
        idle.min_by_key(|(_, session)| (session.was_used, session.last_used)).map(|(id, _)| Arc::clone(id))
    }
}

impl HttpSession {
    fn is_idle_for(&self, time: Duration) -> bool {
        *self.streams.open.borrow() == 0 && self.last_used.elapsed() >= time
    }
}

impl SessionManager for HttpSessions {
    type Error = LocalSessionManagerError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        let (id, transport) = self.inner.create_session().await?;
        let session = HttpSession {
            connection: Connection::default(),
            streams: SessionStreams::new(self.limits.reconnect_timeout),
            last_used: Instant::now(),
            was_used: false,
            reservation: None,
        };
        self.lock().sessions.insert(Arc::clone(&id), session);
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        if let ClientJsonRpcMessage::Request(request) = &message
            && let Some(head) = request.request.extensions().get::<Parts>()
            && let Some(session) = self.lock().sessions.get_mut(id)
        {
            session.reservation = head.extensions.get::<Arc<Reservation>>().cloned();
        }
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        Ok(self.unanswered(id).is_some())
    }

    /// Ends a session. It accepts no more requests and withdraws its questions, and closes once those in flight are answered:
    /// what a call has changed is told.
    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        let Some((_, unanswered)) = self.unanswered(id).filter(|(_, unanswered)| unanswered.end()) else {
            return Ok(());
        };
        let (inner, known, id) = (Arc::clone(&self.inner), Arc::clone(&self.known), Arc::clone(id));
        tokio::spawn(async move {
            unanswered.all_answered().await;
            lock(&known).sessions.remove(&id);
            // Its task may have ended already.
            let _ = inner.close_session(&id).await;
        });
        Ok(())
    }

    /// A second request with an id in use would cost the first its answer.
    async fn create_stream(
        &self,
        id: &SessionId,
        mut message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        let ClientJsonRpcMessage::Request(request) = &mut message else {
            let stream: MessageStream = Box::pin(self.inner.create_stream(id, message).await?);
            return Ok(stream);
        };
        let asked = request.id.clone();
        let begun = self.unanswered(id).and_then(|(connection, unanswered)| Some((connection, unanswered.begin()?)));
        let Some((connection, unanswered)) = begun else { return Ok(only(session_ended(asked))) };
        let Some(in_flight) = connection.begin(&asked, RequestKind::Other) else {
            return Ok(only(ServerSseMessage::from_message(message::id_in_use(&asked))));
        };
        // rmcp answers it; the id is in use while something works on it.
        connection.end(&asked);
        request.request.extensions_mut().insert(Arc::new(in_flight));
        Ok(match self.inner.create_stream(id, message).await {
            Ok(stream) => unanswered.answered_by(Box::pin(stream), Some(asked)),
            Err(_) => only(session_ended(asked)),
        })
    }

    async fn accept_message(&self, id: &SessionId, message: ClientJsonRpcMessage) -> Result<(), Self::Error> {
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event_id: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Self::Error> {
        // Only what belongs to a request ends with an answer.
        let unanswered = self.unanswered(id).filter(|_| last_event_id.contains('/'));
        let unanswered = unanswered.and_then(|(_, unanswered)| unanswered.begin());
        let stream: MessageStream = Box::pin(self.inner.resume(id, last_event_id).await?);
        Ok(match unanswered {
            Some(unanswered) => unanswered.answered_by(stream, None),
            None => stream,
        })
    }
}
