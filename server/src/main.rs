//! `ck3raven`: the MCP server, and the operator's door to it.
//!
//! **Invariant:** this crate is glue. It opens the world, hands each voice to its owner, and carries calls and replies; it
//! decides nothing. Host paths appear on the person's terminal only, never in an answer to an agent.
//!
//! Start reading at `app.rs`, where the program is put together, then `tools/` for the tools and `serve/` for the protocol.
#![forbid(unsafe_code)]

#[macro_use]
mod terminal;

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
    let code = commands::Cli::parse().run();
    if terminal::all_was_said() {
        return code;
    }
    complain!("error: what was to be said could not be written");
    ExitCode::from(74)
}
