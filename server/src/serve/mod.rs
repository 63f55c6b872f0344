//! The protocol: rmcp glue and nothing else.

mod answer;
mod guide;
mod handler;
mod stdio;

use std::sync::Arc;

pub(crate) use guide::INSTRUCTIONS;
use handler::Handler;

use crate::app::App;

/// Serves one client on stdin and stdout until it goes away.
pub(crate) fn on_stdio(app: App) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(stdio::serve(Handler::new(Arc::new(app))))
}
