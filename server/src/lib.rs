//! `ck3raven`: the MCP server, and the operator's commands.
//!
//! **Invariant:** this crate is glue. It opens the world, hands each voice to its owner, and puts the tools together; it judges
//! no call. Host paths appear on the user's terminal only, never in an answer to an agent.
//!
//! Start reading at `app.rs`, where the program is put together, then `commands/` for the command line. The tools are crates of
//! their own, side by side; the protocol is `reply-mcp`.
//!
//! ```no_run
//! // The whole program: it reads the command line, and returns once the command has ended.
//! fn main() -> std::process::ExitCode {
//!     ck3raven::run()
//! }
//! ```
#![forbid(unsafe_code)]

mod app;
mod clients;
mod clock_time;
mod commands;
mod compose;
mod config;
mod content;
mod dashboard;
mod http_secret;
mod journal;
mod operator;
mod own_files;
mod permissions;
mod playsets;
mod sample;
mod state_paths;
mod validator;

pub use commands::run;
pub use compose::{Components, Composition, LayerVoices};
