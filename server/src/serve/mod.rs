//! The protocol: rmcp glue and nothing else.

mod answer;
mod asking;
mod calls;
mod guide;
mod handler;
mod http;
mod line;
mod offer;
mod opening;
mod prompts;
mod resources;
mod stdio;
mod stop;
mod work;

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};

pub(crate) use guide::INSTRUCTIONS;
use handler::Handler;

use crate::app::App;
use crate::tools::Origin;

/// Where stdin and stdout are no pipes of Linux, each blocks a thread.
const THREADS_FOR_STDIO: usize = if cfg!(target_os = "linux") { 0 } else { 2 };

/// Serves one client on stdin and stdout until it goes away.
pub(crate) fn on_stdio(app: App) -> std::io::Result<()> {
    let runtime = runtime(1, &app)?;
    let app = Arc::new(app);
    let served = runtime.block_on(stdio::serve(Handler::new(Arc::clone(&app), Origin::OneAgent)));
    app.enforcement.withdraw_requests();
    // Everything that matters has finished; what is left is a thread that waits for a line that will not come.
    runtime.shutdown_background();
    served
}

/// Serves many clients over HTTP until told to stop. Off loopback they need the token.
pub(crate) fn on_http(app: App, address: SocketAddr, token: Option<String>) -> std::io::Result<()> {
    let bearer = http::Bearer::for_address(address, token)?;
    let runtime = runtime(2, &app)?;
    let app = Arc::new(app);
    let served = runtime.block_on(http::serve(Handler::new(Arc::clone(&app), Origin::ManyAgents), address, bearer));
    app.enforcement.withdraw_requests();
    runtime.shutdown_background();
    served
}

/// Calls run on the blocking threads, so few others are needed: every more is one to be woken.
fn runtime(workers: usize, app: &App) -> std::io::Result<Runtime> {
    let threads = app.limits.running + THREADS_FOR_STDIO;
    Builder::new_multi_thread().worker_threads(workers).max_blocking_threads(threads).enable_all().build()
}
