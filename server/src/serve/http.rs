//! Many agents over HTTP: loopback unless a token says otherwise.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::handler::Handler;
use super::stop::told_to_stop;

/// The most a request may hold: a file to be written, escaped.
const LARGEST_BODY: usize = 16 * 1024 * 1024;

/// How long replies that were made may take to leave.
const REPLIES_LEAVE_WITHIN: Duration = Duration::from_secs(1);
/// How long connections may take to end once everything has been said.
const CONNECTIONS_END_WITHIN: Duration = Duration::from_secs(3);

/// What a caller must know, if anything.
#[derive(Clone)]
pub(crate) struct Bearer(Option<Arc<str>>);

impl Bearer {
    /// The token, which is needed wherever others can reach the address.
    pub(crate) fn for_address(address: SocketAddr, token: Option<String>) -> io::Result<Self> {
        match token.filter(|token| !token.is_empty()) {
            None if !address.ip().is_loopback() => Err(io::Error::other(format!(
                "{address} can be reached by others: set CK3RAVEN_HTTP_TOKEN to a secret that clients send as a bearer token"
            ))),
            token => Ok(Self(token.map(Into::into))),
        }
    }

    fn admits(&self, request: &Request) -> bool {
        let Some(token) = &self.0 else { return true };
        let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        sent.and_then(|sent| sent.strip_prefix("Bearer ")).is_some_and(|sent| is_same(sent, token))
    }
}

/// Compares without telling by its duration how much was right.
fn is_same(sent: &str, token: &str) -> bool {
    let differences = sent.bytes().zip(token.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b));
    sent.len() == token.len() && differences == 0
}

pub(crate) async fn serve(handler: Handler, address: SocketAddr, bearer: Bearer) -> io::Result<()> {
    let work = handler.work();
    let stopped = told_to_stop();
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let hosts = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned(), address.ip().to_string()];
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_max_request_body_bytes(LARGEST_BODY);
    let stop = config.cancellation_token.clone();
    let service =
        StreamableHttpService::new(move || Ok(handler.clone()), Arc::<LocalSessionManager>::default(), config);
    let router = Router::new().nest_service("/mcp", service).layer(middleware::from_fn_with_state(bearer, admit));
    complain!("ck3raven: serving on http://{address}/mcp");
    let (say_so, told) = oneshot::channel::<()>();
    let served = axum::serve(listener, router).with_graceful_shutdown(async move {
        // Whoever would have told is gone only when all of this is.
        let _ = told.await;
    });
    let closing = async move {
        stopped.await;
        complain!("ck3raven: told to stop; finishing what is under way");
        work.finish().await;
        let _ = say_so.send(());
        // The replies are on their way; streams that only listen do not end by themselves.
        tokio::time::sleep(REPLIES_LEAVE_WITHIN).await;
        stop.cancel();
        tokio::time::sleep(CONNECTIONS_END_WITHIN).await;
    };
    tokio::select! {
        served = served => served,
        // A connection that never ends its request does not keep the server.
        () = closing => Ok(()),
    }
}

async fn admit(State(bearer): State<Bearer>, request: Request, next: Next) -> Response {
    if bearer.admits(&request) {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], "a bearer token is needed").into_response()
}
