//! The command reference, as Markdown: `docs/cli.md` is what this prints.

use std::fmt::Write;

use clap::{Command, CommandFactory};

use crate::{CommandOutcome, cli, output};

const OPENING: &str = include_str!("reference.md");

pub(super) fn run() -> CommandOutcome {
    let mut out = OPENING.to_owned();
    let mut root = cli::Cli::command().term_width(100);
    root.build();
    for command in root.get_subcommands_mut().filter(|command| !command.is_hide_set()) {
        section(&mut out, command);
    }
    output::print(&out);
    CommandOutcome::Done
}

fn section(out: &mut String, command: &mut Command) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    _ = writeln!(out, "\n## {name}\n\n```text\n{}\n```", help.join("\n").trim_end());
    for nested in command.get_subcommands_mut().filter(|nested| nested.get_name() != "help") {
        section(out, nested);
    }
}
