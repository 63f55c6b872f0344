//! One client on stdin and stdout.

use std::io;

use rmcp::ServiceExt;
use rmcp::transport::stdio;

use super::handler::Handler;

/// Serves until the client closes its end.
pub(crate) async fn serve(handler: Handler) -> io::Result<()> {
    let service = handler.serve(stdio()).await.map_err(io::Error::other)?;
    service.waiting().await.map_err(io::Error::other)?;
    Ok(())
}
