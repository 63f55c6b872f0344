//! Many agents over HTTP; clients must send the secret.

mod answer_stream;
mod answers;
mod body;
mod connections;
mod hosts;
mod options;
mod screen;
mod secret;
mod sessions;
mod timed_stream;
mod unread;

#[cfg(test)]
mod tests;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::middleware;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::body::BodyState;
use self::connections::{ConnectionGuard, Connections};
use self::sessions::HttpSessions;
use self::timed_stream::TimedStream;
use self::unread::UnreadReplies;
use crate::connection::shutdown::shutdown_signal;
use crate::handler::Handler;
use crate::message::MAX_MESSAGE;
use crate::message::budget::ByteBudget;

pub use self::options::{HttpLimits, HttpOptions};
pub use self::secret::{HttpSecret, HttpSecretError};
pub(crate) use self::sessions::SessionStreams;
pub(crate) use self::unread::UnreadReply;

/// How long a router's replies may take to be sent after a shutdown signal.
const REPLIES_TIMEOUT: Duration = Duration::from_secs(1);
/// How long, during a shutdown, connections may take to complete the head of a first request, and streams to close.
const CONNECTIONS_TIMEOUT: Duration = Duration::from_secs(3);
/// How long to wait when no connection can be accepted, such as when there are no descriptors left.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);
/// The most bytes of a request head.
const MAX_HEAD: usize = 64 * 1024;
/// The response to a client over the connection limit.
const NO_CONNECTION: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

pub(crate) async fn serve(handler: Handler, options: HttpOptions) -> io::Result<()> {
    let stopped = shutdown_signal();
    let listener = TcpListener::bind(options.address).await?;
    log_stderr!("{}: serving on http://{}/mcp", handler.server.name, listener.local_addr()?);
    serve_on(listener, handler, options, stopped).await
}

/// Serves until `stopped` resolves; then finishes running calls.
async fn serve_on(
    listener: TcpListener,
    handler: Handler,
    options: HttpOptions,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let (pool, name, limits) = (handler.calls.pool.clone(), handler.server.name, options.limits);
    let sessions = Arc::new(HttpSessions::new(limits));
    let config = config(&options, listener.local_addr()?);
    let stop = config.cancellation_token.clone();
    let held = pool.clone();
    let unread = UnreadReplies::new(limits.unread_bytes, move |is_over_limit| held.hold(is_over_limit));
    let intake = BodyState {
        budget: ByteBudget::new(handler.server.limits.bytes_in_flight),
        sessions: Arc::clone(&sessions),
        limits,
    };
    let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::clone(&sessions), config);
    let router = Router::new()
        .nest_service("/mcp", service)
        .layer(middleware::from_fn_with_state(intake, body::read_body))
        .layer(middleware::from_fn_with_state((options, Arc::clone(&sessions), unread.clone()), answers::admit));
    let (last_sender, last) = watch::channel(false);
    let closing = async move {
        stopped.await;
        log_stderr!("{name}: shutting down; finishing what is in flight");
        pool.finish().await;
        last_sender.send_replace(true);
        // A request in flight ends by limits of its own, and is answered; a client that exhausts them all is left.
        tokio::time::sleep(limits.upload_timeout + limits.write_timeout).await;
    };
    // Cancelling ends whatever rmcp still works on: only streams that listen may be left by then.
    tokio::select! {
        () = accept(listener, router, limits, unread, last, move || stop.cancel()) => {}
        () = sessions.expire() => {}
        () = closing => {}
    }
    Ok(())
}

fn config(options: &HttpOptions, address: SocketAddr) -> StreamableHttpServerConfig {
    let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned(), address.ip().to_string()];
    let own_origins = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"].map(str::to_owned);
    let name = |host: &String| host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name).to_owned();
    let named =
        options.hosts.iter().map(name).flat_map(|host| [format!("http://{host}:*"), format!("https://{host}:*")]);
    StreamableHttpServerConfig::default()
        .with_allowed_hosts(own.into_iter().chain(options.hosts.iter().cloned()))
        .with_allowed_origins(own_origins.into_iter().chain(named))
        .with_max_request_body_bytes(MAX_MESSAGE)
}

/// Serves a router of the caller's own, with the same bounds on connections, heads and writes, until a shutdown signal.
pub async fn serve_router(listener: TcpListener, router: Router) {
    let (last_sender, last) = watch::channel(false);
    // The router bounds its own replies.
    let unread = UnreadReplies::new(usize::MAX, drop);
    let closing = async move {
        shutdown_signal().await;
        last_sender.send_replace(true);
        tokio::time::sleep(REPLIES_TIMEOUT).await;
    };
    tokio::select! {
        () = accept(listener, router, HttpLimits::default(), unread, last, || ()) => {}
        // A stream that only listens does not delay the shutdown.
        () = closing => {}
    }
}

/// Accepts connections until the last one, and resolves when all have ended; once every request was answered, `end_streams` ends
/// what only listens.
async fn accept(
    listener: TcpListener,
    router: Router,
    limits: HttpLimits,
    unread: UnreadReplies,
    mut last: watch::Receiver<bool>,
    end_streams: impl FnOnce(),
) {
    let connections = Connections::new(limits.connections);
    let router = router.layer(middleware::from_fn(hosts::names_one));
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // The sender is dropped only when all of this is.
            _ = last.wait_for(|is_last| *is_last) => break,
        };
        while tasks.try_join_next().is_some() {}
        match accepted {
            Ok((stream, _)) => match connections.try_open() {
                Some(open) => {
                    // Head and events are small writes: none of them waits for the acknowledgement of the one before.
                    let _ = stream.set_nodelay(true);
                    let stream = TimedStream::new(stream, limits, unread.clone());
                    tasks.spawn(converse(stream, open, router.clone(), limits, last.clone()));
                }
                // A client that does not read even this is not waited for.
                None => _ = stream.try_write(NO_CONNECTION),
            },
            // The client has disconnected, or there is no descriptor for it.
            Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
    drop(listener);
    connections.all_answered().await;
    end_streams();
    // Every request was answered: a client that keeps a stream open is not waited for.
    let _ = tokio::time::timeout(CONNECTIONS_TIMEOUT, async { while tasks.join_next().await.is_some() {} }).await;
}

/// Serves one connection until it ends, is closed for another, or was the last.
async fn converse(
    stream: TimedStream,
    open: ConnectionGuard,
    router: Router,
    limits: HttpLimits,
    mut last: watch::Receiver<bool>,
) {
    let (service, of_requests) = (TowerToHyperService::new(router), Arc::clone(&open));
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Arc::clone(&of_requests));
        service.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // A client that disconnects in the middle is not worth logging.
        _ = &mut connection => return,
        () = open.closed() => return,
        _ = last.wait_for(|is_last| *is_last) => connection.as_mut().graceful_shutdown(),
    }
    let without_request = async {
        tokio::time::sleep(CONNECTIONS_TIMEOUT).await;
        // What has come so far is part of a head; a request that has come is answered, however long that takes.
        if open.has_begun() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        _ = connection => {}
        () = without_request => {}
    }
}
