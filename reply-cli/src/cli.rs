//! The command line, as people see it.

mod change;
mod inspect;
mod produce;

use std::path::PathBuf;

use clap::{ColorChoice, Parser, Subcommand};

pub(crate) use change::{Init, Lock, New, Retire, Revise};
pub(crate) use inspect::{Check, Diff, Explain, List, ListFormat, TextFormat};
pub(crate) use produce::{Bindings, Generated, HookAction, Language};

const EXIT: &str = "Exit status: 0 all is well, 1 there are findings, 2 the call is wrong or a file cannot be used.";

const COMPLETIONS: &str =
    "Example:\n  cargo reply completions bash > ~/.local/share/bash-completion/completions/cargo-reply";

/// The workbench of a reply registry: add, check, explain and retire codes
#[derive(Debug, Parser)]
#[command(name = "cargo reply", bin_name = "cargo reply", version, after_help = EXIT, propagate_version = true)]
#[command(max_term_width = 110, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// The registry; without it, the nearest `registry.toml` upwards
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) registry: Option<PathBuf>,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(Init),
    New(New),
    Retire(Retire),
    Revise(Revise),
    Check(Check),
    Explain(Explain),
    List(List),
    Diff(Diff),
    Lock(Lock),
    /// Write the code index: `docs/codes.md`, and `docs/codes.html` with search and filters
    #[command(after_help = "Examples:\n  cargo reply docs\n  cargo reply docs --check")]
    Docs(Generated),
    /// Write the JSON Schema of the registry, for editors
    ///
    /// Refer to it in the first line of the registry, and an editor completes and checks the file as you type:
    /// `#:schema ./registry.schema.json`
    #[command(after_help = "Examples:\n  cargo reply schema\n  cargo reply schema --check")]
    Schema(Generated),
    Bindings(Bindings),
    /// The pre-commit hook: the fast gates of CI, on what changed
    #[command(subcommand)]
    #[command(after_help = "Examples:\n  cargo reply hook install\n  cargo reply hook run --all")]
    Hook(HookAction),
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// The command reference as Markdown
    #[command(hide = true)]
    Reference,
}
