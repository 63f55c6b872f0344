//! `ck3raven`: the MCP server, and the operator's door to it.
//!
//! **Invariant:** this crate is glue. It opens the world, hands each voice to its owner, and carries calls and replies; it
//! decides nothing. Host paths appear on the person's terminal only, never in an answer to an agent.
//!
//! Start reading at `app.rs`, where the program is put together, then `tools/` for the tools and `serve/` for the protocol.
#![forbid(unsafe_code)]

#[macro_use]
mod complain;

mod app;
mod arguments;
mod commands;
mod config;
mod journal;
mod limits;
mod places;
mod sample;
mod serve;
mod tools;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    commands::Cli::parse().run()
}
