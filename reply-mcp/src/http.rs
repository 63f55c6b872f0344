//! Many agents over HTTP: loopback unless a token says otherwise.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::budget::ByteBudget;
use crate::handler::Handler;
use crate::shutdown::shutdown_signal;

/// The most a request may hold: a file to be written, escaped.
const MAX_BODY: usize = 16 * 1024 * 1024;

/// How long replies that were made may take to leave.
const REPLIES_TIMEOUT: Duration = Duration::from_secs(1);
/// How long connections may take to end once everything has been said.
const CONNECTIONS_TIMEOUT: Duration = Duration::from_secs(3);

/// Where and for whom to serve over HTTP.
#[derive(Clone)]
pub struct HttpOptions {
    address: SocketAddr,
    token: Option<Arc<str>>,
    hosts: Vec<String>,
}

impl HttpOptions {
    /// Serves on an address. Off loopback, where others can reach it, clients need a token.
    ///
    /// # Errors
    /// If the address is not loopback and there is no token.
    pub fn new(address: SocketAddr, token: Option<String>) -> io::Result<Self> {
        let token = token.filter(|token| !token.trim().is_empty());
        if token.is_none() && !address.ip().is_loopback() {
            let problem =
                format!("{address} can be reached by others: it needs a secret that clients send as a bearer token");
            return Err(io::Error::other(problem));
        }
        Ok(Self { address, token: token.map(Into::into), hosts: Vec::new() })
    }

    /// Also answers to this host name, besides the loopback names and the address itself.
    #[must_use]
    pub fn with_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    fn admits(&self, request: &Request) -> bool {
        let Some(token) = &self.token else { return true };
        let sent = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        sent.and_then(|sent| sent.strip_prefix("Bearer ")).is_some_and(|sent| is_same(sent, token))
    }
}

impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpOptions").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Compares without telling by its duration how much was right.
fn is_same(sent: &str, token: &str) -> bool {
    let differences = sent.bytes().zip(token.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b));
    sent.len() == token.len() && differences == 0
}

pub(crate) async fn serve(handler: Handler, options: HttpOptions) -> io::Result<()> {
    let (pool, name) = (handler.pool(), handler.name());
    let budget = ByteBudget::new(handler.bytes_in_flight());
    let stopped = shutdown_signal();
    let listener = TcpListener::bind(options.address).await?;
    let address = listener.local_addr()?;
    let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned(), address.ip().to_string()];
    let hosts = own.into_iter().chain(options.hosts.iter().cloned());
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"])
        .with_max_request_body_bytes(MAX_BODY);
    let stop = config.cancellation_token.clone();
    let service =
        StreamableHttpService::new(move || Ok(handler.clone()), Arc::<LocalSessionManager>::default(), config);
    let router = Router::new()
        .nest_service("/mcp", service)
        .layer(middleware::from_fn_with_state(budget, reserve))
        .layer(middleware::from_fn_with_state(options, admit));
    log_stderr!("{name}: serving on http://{address}/mcp");
    let (say_so, told) = oneshot::channel::<()>();
    let served = axum::serve(listener, router).with_graceful_shutdown(async move {
        // Whoever would have told is gone only when all of this is.
        let _ = told.await;
    });
    let closing = async move {
        stopped.await;
        log_stderr!("{name}: told to stop; finishing what is in flight");
        pool.finish().await;
        let _ = say_so.send(());
        // The replies are on their way; streams that only listen do not end by themselves.
        tokio::time::sleep(REPLIES_TIMEOUT).await;
        stop.cancel();
        tokio::time::sleep(CONNECTIONS_TIMEOUT).await;
    };
    tokio::select! {
        served = served => served,
        // A connection that never ends its request does not keep the server.
        () = closing => Ok(()),
    }
}

/// Reserves the bytes of a body before it is read, until its request is answered. One of unknown length may be as long as any.
async fn reserve(State(budget): State<ByteBudget>, mut request: Request, next: Next) -> Response {
    let length = match request.body().size_hint().exact() {
        Some(length) => usize::try_from(length).unwrap_or(usize::MAX),
        None => MAX_BODY,
    };
    let Some(reservation) = budget.try_reserve(length.min(MAX_BODY)) else {
        let retry = [(header::RETRY_AFTER, "1")];
        let why = "the requests in flight hold too many bytes; send it again later";
        return (StatusCode::SERVICE_UNAVAILABLE, retry, why).into_response();
    };
    request.extensions_mut().insert(Arc::new(reservation));
    next.run(request).await
}

async fn admit(State(options): State<HttpOptions>, request: Request, next: Next) -> Response {
    if options.admits(&request) {
        return next.run(request).await;
    }
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], "a bearer token is needed").into_response()
}
