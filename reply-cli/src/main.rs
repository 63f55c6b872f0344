//! `cargo reply`: the workbench of a reply registry.
//!
//! **Invariant:** it reads and writes the registry and what is generated from it; it never decides what a rule is. Every
//! rule lives in `reply-registry`, so that this program and the compiler say the same thing.
//!
//! ```text
//! cargo reply new WA READ I LINE_TOO_LONG --message "Line {line} is too long." --param line=count --summary "…" --explain "…"
//! cargo reply check --fix     # documentation, schema and bindings follow
//! cargo reply lock            # publishes it: number, key and parameters are permanent now
//! ```
//!
//! Start reading at [`cli`], which lists the commands; each is a file in [`commands`]. They stand on [`project`] (which
//! registry), [`source`] (where codes are used), [`generate`] (what follows from the registry), [`edit`] (changing it) and
//! [`report`] (findings). Only [`output`] prints, only [`mod@write`] writes.
#![forbid(unsafe_code)]

mod cli;
mod commands;
mod edit;
mod exempt;
mod failure;
mod generate;
mod git;
mod output;
mod project;
mod report;
mod source;
mod write;

use std::process::ExitCode;

use clap::{ColorChoice, Parser};

/// How a command ended, if it could run at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CommandOutcome {
    /// All is well.
    Done,
    /// There are findings, and they have been printed.
    Found,
}

impl CommandOutcome {
    /// Well only if both are.
    fn and(self, other: Self) -> Self {
        if self == Self::Done { other } else { self }
    }
}

fn main() -> ExitCode {
    // Run as a cargo subcommand, the first argument is the subcommand's own name.
    let mut args: Vec<_> = std::env::args_os().collect();
    if args.get(1).is_some_and(|first| first == "reply") {
        args.remove(1);
    }
    let cli = cli::Cli::parse_from(args);
    let color = match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    color.write_global();
    match commands::run(cli) {
        Ok(CommandOutcome::Done) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Found) => ExitCode::from(1),
        Err(error) => error.report(),
    }
}
