//! Serves tools that are types ([`reply_core::Tool`]) over the Model Context Protocol, with rmcp.
//!
//! A [`Server`] takes a [`Toolset`](reply_core::Toolset) and serves it on stdin and stdout, or over HTTP, in both eras of the
//! protocol. Calls run in a bounded pool, each with a timeout; a panic, a timeout, overload and invalid arguments are answered
//! with the roles of the registry that the toolset was started with. Where a client supports it, questions to the person are
//! asked in the client.
//!
//! **Invariant:** nothing here knows a particular registry, tool or configuration. Reading and writing the protocol never waits
//! for a tool, and nothing waits for stderr.
//!
//! Start reading at [`Server`], then `calls/` (a call from its request to its reply, and the pool where it runs), `message/` (what
//! of the client is held at all), `connection/` (what is still unanswered) and `stdio/` or `http/` (the transports).
//!
//! ```no_run
//! # fn tools() -> reply_core::Toolset { unimplemented!("your tools") }
//! fn main() -> std::io::Result<()> {
//!     reply_mcp::Server::new("library", env!("CARGO_PKG_VERSION"), tools()).serve_stdio()
//! }
//! ```
#![forbid(unsafe_code)]

#[macro_use]
mod stderr_log;

mod calls;
mod connection;
mod content;
mod handler;
mod http;
mod message;
mod server;
mod stdio;
mod wait_until;

pub use calls::limits::Limits;
pub use calls::result::{failure, not_found};
pub use content::{Content, NoContent};
pub use http::{HttpLimits, HttpOptions, HttpSecret, HttpSecretError, serve_router};

pub use rmcp;
pub use server::Server;
pub use stderr_log::{flush as flush_stderr, line as stderr_line, log_panics};
