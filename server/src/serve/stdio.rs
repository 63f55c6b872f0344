//! One client on stdin and stdout.

use std::io;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use tokio::time::timeout;

use super::handler::Handler;
use super::opening::Opening;
use super::stop::told_to_stop;

/// The longest line; a longer one is passed over.
const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// How long replies may take to leave once the process was told to stop.
const REPLIES_LEAVE_WITHIN: Duration = Duration::from_secs(10);
/// How long closing the line may take after that.
const LINE_CLOSES_WITHIN: Duration = Duration::from_secs(5);

/// Serves until the client closes its end or the process is told to stop; then what runs is finished.
pub(crate) async fn serve(handler: Handler) -> io::Result<()> {
    let work = handler.work();
    let served = converse(handler).await;
    work.finish().await;
    served
}

async fn converse(handler: Handler) -> io::Result<()> {
    let mut stop = std::pin::pin!(told_to_stop());
    let (read, write) = stdio_pipes();
    let transport = AsyncRwTransport::<RoleServer, _, _>::new_server(read, write).with_max_line_length(LONGEST_LINE);
    let (work, line) = (handler.work(), handler.line());
    let (transport, opened) = Opening::of(transport, line.clone());
    let service = tokio::select! {
        service = handler.serve(transport) => service,
        () = &mut stop => return Ok(()),
    };
    let service = match service {
        Ok(service) => service,
        // The client left before it said anything, or while it was being answered.
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::TransportError { .. }) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    opened.say();
    let cancel = service.cancellation_token();
    let mut waiting = std::pin::pin!(service.waiting());
    tokio::select! {
        ended = &mut waiting => return ended.map(drop).map_err(io::Error::other),
        () = &mut stop => {}
    }
    complain!("ck3raven: told to stop; finishing what is under way");
    work.finish().await;
    // A client that does not read does not keep the server.
    let _ = timeout(REPLIES_LEAVE_WITHIN, line.answered()).await;
    cancel.cancel();
    let _ = timeout(LINE_CLOSES_WITHIN, waiting).await;
    Ok(())
}
