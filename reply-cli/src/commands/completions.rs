//! `cargo reply completions`: for the shell.

use clap::CommandFactory;

use crate::{CommandOutcome, cli, output};

pub(super) fn run(shell: clap_complete::Shell) -> CommandOutcome {
    let mut script = Vec::new();
    let mut command = cli::Cli::command().bin_name("cargo-reply").name("cargo-reply");
    clap_complete::generate(shell, &mut command, "cargo-reply", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    CommandOutcome::Done
}
