//! A server: its tools, its name, its limits, and its other content.

use std::fmt;
use std::io;
use std::sync::Arc;

use reply_core::{SessionSource, Toolset};
use tokio::runtime::Builder;

use crate::calls::limits::Limits;
use crate::connection::conversation;
use crate::content::{Content, NoContent};
use crate::handler::Handler;
use crate::http::{self, HttpOptions};

/// A server of tools over the Model Context Protocol.
///
/// ```no_run
/// # fn tools() -> reply_core::Toolset { unimplemented!("your tools") }
/// use reply_mcp::{Limits, Server};
///
/// let mut limits = Limits::default();
/// limits.running = 8;
/// Server::new("library", "1.0.0", tools())
///     .with_instructions("Start with `borrow`.")
///     .with_limits(limits)
///     .serve_stdio()?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "a server serves when it is told to"]
pub struct Server {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) tools: Toolset,
    pub(crate) instructions: Option<&'static str>,
    pub(crate) limits: Limits,
    pub(crate) content: Arc<dyn Content>,
    pub(crate) asks_in_client: bool,
}

impl Server {
    /// A server of these tools, with a name and a version for clients.
    pub fn new(name: &'static str, version: &'static str, tools: Toolset) -> Self {
        Self {
            name,
            version,
            tools,
            instructions: None,
            limits: Limits::default(),
            content: Arc::new(NoContent),
            asks_in_client: true,
        }
    }

    /// Sets the instructions that an agent gets when it connects.
    pub fn with_instructions(mut self, instructions: &'static str) -> Self {
        self.instructions = Some(instructions);
        self
    }

    /// Sets the limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets what it offers besides tools.
    pub fn with_content(mut self, content: impl Content) -> Self {
        self.content = Arc::new(content);
        self
    }

    /// Never asks a person in the client: no tool gets an [`Elicit`](reply_core::Elicit).
    pub fn without_elicitation(mut self) -> Self {
        self.asks_in_client = false;
        self
    }

    /// Serves one client on stdin and stdout until it disconnects or a shutdown signal arrives; running calls are finished.
    ///
    /// # Errors
    ///
    /// If the streams cannot be used or the protocol breaks down.
    pub fn serve_stdio(self) -> io::Result<()> {
        run(1, conversation::serve(Handler::new(self, SessionSource::Implied)))
    }

    /// Serves many clients over HTTP until a shutdown signal; running calls are finished.
    ///
    /// # Errors
    ///
    /// If the address cannot be served.
    pub fn serve_http(self, options: HttpOptions) -> io::Result<()> {
        run(2, http::serve(Handler::new(self, SessionSource::Explicit), options))
    }
}

/// Blocking calls run on the pool's threads and stdio has its own, so few workers are needed: each further one would have to be
/// woken.
fn run(workers: usize, serving: impl Future<Output = io::Result<()>>) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(workers).enable_all().build()?;
    let served = runtime.block_on(serving);
    // Everything important has finished; the thread that waits for a line of input ends with the process.
    runtime.shutdown_background();
    served
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("name", &self.name).field("tools", &self.tools).finish_non_exhaustive()
    }
}
