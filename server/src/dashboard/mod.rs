//! The dashboard: a web page for the user, on this machine only.
//!
//! **Invariant:** it decides nothing and knows nothing that the terminal's commands do not: every answer is the result of a
//! function of [`operator`](crate::operator). The address that opens it holds a secret, and goes only to the user's browser or
//! terminal.

mod answer;
mod api;
mod events;
mod guard;
mod page;
mod pending;

use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::state_paths::StatePaths;
use answer::{act, read};
use guard::DashboardGuard;
use pending::PendingCache;

/// How many jobs run at once, each on its own thread; the others are queued. The system keeps memory for each thread that ever
/// ran, so there are few.
const MAX_WORKING: usize = 2;

/// The state of the dashboard.
#[derive(Clone)]
struct Dashboard {
    paths: Arc<StatePaths>,
    app: Arc<App>,
    config: Option<Arc<PathBuf>>,
    working: Arc<Semaphore>,
    pending: Arc<PendingCache>,
}

impl Dashboard {
    /// The configuration file that the command line named.
    fn config_path(&self) -> Option<&Path> {
        self.config.as_ref().map(|config| config.as_path())
    }
}

/// Serves the dashboard on loopback until a shutdown signal. `announce` gets the address once it can be opened.
pub(crate) fn serve(
    app: App,
    paths: StatePaths,
    config: Option<PathBuf>,
    port: u16,
    announce: impl FnOnce(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).max_blocking_threads(MAX_WORKING).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let guard = DashboardGuard::new(listener.local_addr()?.port());
        announce(&guard.address())?;
        let dashboard = Dashboard {
            paths: Arc::new(paths),
            app: Arc::new(app),
            config: config.map(Arc::new),
            working: Arc::new(Semaphore::new(MAX_WORKING)),
            pending: Arc::default(),
        };
        reply_mcp::serve_router(listener, router(dashboard, guard)).await;
        Ok(())
    })
}

fn router(dashboard: Dashboard, guard: DashboardGuard) -> Router {
    let data = Router::new()
        .route("/api/overview", read(api::overview))
        .route("/api/whole", read(api::whole))
        .route("/api/journal", read(api::journal))
        .route("/api/story", read(api::story))
        .route("/api/activity", read(api::activity))
        .route("/api/changes", read(api::changes))
        .route("/api/clients", read(api::clients))
        .route("/api/connect", act(api::connect))
        .route("/api/crashes", read(api::crashes))
        .route("/api/game", act(api::game))
        .route("/api/preview", read(api::preview))
        .route("/api/statistics", read(api::statistics))
        .route("/api/codes", read(|_, _| Ok(api::codes())))
        .route("/api/decide", act(api::decide))
        .route("/api/undo", act(api::undo))
        .route("/api/events", get(events::stream))
        .with_state(dashboard)
        .route_layer(middleware::from_fn_with_state(guard.clone(), guard::needs_secret));
    page::routes().merge(data).layer(middleware::from_fn_with_state(guard, guard::checks_host))
}
