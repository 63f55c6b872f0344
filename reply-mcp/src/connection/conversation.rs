//! One client on stdin and stdout.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::time::timeout;

use crate::connection::draining::DrainingTransport;
use crate::connection::shutdown::shutdown_signal;
use crate::handler::Handler;
use crate::message::budget::ByteBudget;
use crate::stdio::{StdioTransport, protocol_input, protocol_output};

/// How long replies may take to be written after a shutdown signal.
const REPLIES_TIMEOUT: Duration = Duration::from_secs(10);
/// How long closing the transport may take after that.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves until the client closes its end or a shutdown signal arrives; then finishes the calls in flight.
pub(crate) async fn serve(handler: Handler) -> io::Result<()> {
    let pool = handler.calls.pool.clone();
    let served = converse(handler).await;
    pool.finish().await;
    served
}

async fn converse(handler: Handler) -> io::Result<()> {
    let mut stop = std::pin::pin!(shutdown_signal());
    let (calls, server) = (Arc::clone(&handler.calls), Arc::clone(&handler.server));
    let (pool, connection) = (&calls.pool, &calls.connection);
    let budget = ByteBudget::new(server.limits.bytes_in_flight);
    let held = pool.clone();
    connection.on_pressure(move |is_over_limit| held.hold(is_over_limit));
    let transport = StdioTransport::start(protocol_input()?, protocol_output()?, connection.clone(), budget)?;
    let (transport, opener) = DrainingTransport::new(transport, connection.clone());
    let service = tokio::select! {
        service = handler.serve(transport) => service,
        () = &mut stop => return Ok(()),
    };
    let service = match service {
        Ok(service) => service,
        // The client disconnected before its first message, or while it was being answered.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    opener.open();
    let cancel = service.cancellation_token();
    let mut waiting = std::pin::pin!(service.waiting());
    tokio::select! {
        ended = &mut waiting => return ended.map(drop).map_err(io::Error::other),
        () = &mut stop => {}
    }
    log_stderr!("{}: shutting down; finishing what is in flight", server.name);
    pool.finish().await;
    // A client that does not read does not delay the shutdown.
    let _ = timeout(REPLIES_TIMEOUT, connection.drained()).await;
    cancel.cancel();
    let _ = timeout(CLOSE_TIMEOUT, waiting).await;
    Ok(())
}
