//! The command line, as people see it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::report::Format;

const EXIT: &str = "Exit status: 0 all is well, 1 there are findings, 2 the call is wrong or a file cannot be used.";

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
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Color {
    /// In a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(New),
    Retire(Retire),
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
    Hook(Hook),
    Completions(Completions),
    /// The command reference as Markdown
    #[command(hide = true)]
    Reference,
}

/// Add a code: the next free number of its cluster, in its place in the file
///
/// Parameters are derived from the placeholders of the message: a name that other codes use gets the type it has there;
/// otherwise a quoted placeholder is text and a bare one is a count. Whatever the compiler would refuse is refused before
/// anything is written. In a terminal, what is missing is asked for. The code is published by `cargo reply lock`, later.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply new WA READ I LINE_TOO_LONG --message \"Line {line} of '{target}' is too long.\" \\
      --summary \"A line is longer than one answer may be.\" --explain \"Ask for fewer columns.\"")]
pub(crate) struct New {
    /// Who decides: WA, EN, CT or MCP
    pub(crate) layer: Option<String>,
    /// What it is about: one of the areas of the registry
    pub(crate) area: Option<String>,
    /// What it means: S, I, D or E
    #[arg(value_name = "TYPE")]
    pub(crate) reply_type: Option<String>,
    /// What happened, in `SCREAMING_SNAKE_CASE`
    pub(crate) key: Option<String>,
    /// What a person reads, with `{name}` for each parameter
    #[arg(long, value_name = "TEXT")]
    pub(crate) message: Option<String>,
    /// The type of a parameter, where the derived one is not meant; `[text]` is a list
    #[arg(long = "param", value_name = "NAME=TYPE")]
    pub(crate) params: Vec<String>,
    /// One line for lists
    #[arg(long, value_name = "TEXT")]
    pub(crate) summary: Option<String>,
    /// When it is given, and what to do then
    #[arg(long, value_name = "TEXT")]
    pub(crate) explain: Option<String>,
    /// The version that first has it; the project's own unless told otherwise
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Turn a code into a tombstone, and say where it is still used
///
/// The entry stays, so that its number is never given to another meaning; nothing can construct it any more.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply retire WA-READ-I-004 --because \"ranges are clamped now\" --instead WA-READ-I-003")]
pub(crate) struct Retire {
    /// The code or its key
    pub(crate) code: String,
    /// Why it goes
    #[arg(long, value_name = "TEXT")]
    pub(crate) because: String,
    /// The code to use instead
    #[arg(long, value_name = "CODE")]
    pub(crate) instead: Option<String>,
    /// The version that retires it; the project's own unless told otherwise
    #[arg(long, value_name = "VERSION")]
    pub(crate) since: Option<String>,
}

/// Check everything the compiler checks, and what it cannot
///
/// Every active code is explained, constructed outside tests, and tested; the exemptions in `registry.exempt.toml` are
/// still needed; the lock and what is generated are fresh; nothing published has changed its meaning. Each finding names
/// its rule: `cargo reply explain RULE` says more.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply check
  cargo reply check --against main --format github
  cargo reply check --fix

Exit status: 0 no findings, 1 findings, 2 the check could not run.")]
pub(crate) struct Check {
    /// Also compare with the registry at a git revision
    #[arg(long, value_name = "REV")]
    pub(crate) against: Option<String>,
    /// Put right what needs no judgement: declare the parameters that a message shows, write stale files anew, drop
    /// exemptions that are not needed. The lock is left alone
    #[arg(long)]
    pub(crate) fix: bool,
    /// How to print findings
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// Explain a code, a key or a rule
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply explain WA-RES-I-001
  cargo reply explain PATH_NOT_FOUND
  cargo reply explain PARAM_NO_DELETE")]
pub(crate) struct Explain {
    /// A code, a message key, or the name of a rule
    pub(crate) what: String,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TextFormat,
}

/// For people or for programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// For people.
    #[default]
    Human,
    /// For programs.
    Json,
}

/// List codes, filtered
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply list --layer WA --type I
  cargo reply list --status reserved
  cargo reply list contract --format json")]
pub(crate) struct List {
    /// Only codes whose code, key, message or explanation has this text
    pub(crate) text: Option<String>,
    /// Only this layer
    #[arg(long)]
    pub(crate) layer: Option<String>,
    /// Only this area
    #[arg(long)]
    pub(crate) area: Option<String>,
    /// Only this reply type: S, I, D or E
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) reply_type: Option<String>,
    /// Only this status
    #[arg(long, value_enum)]
    pub(crate) status: Option<StatusFilter>,
    /// A table, or JSON
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ListFormat,
}

/// The status of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatusFilter {
    Active,
    Reserved,
    Retired,
}

/// How a list is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListFormat {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
}

/// Say what changed between two revisions, as Markdown for a changelog
///
/// Codes added, reworded and retired, and whether anything breaks a client. One revision alone is compared with the file
/// as it is now.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply diff v0.1.0..v0.2.0
  cargo reply diff main

Exit status: 0 nothing breaks a client, 1 something does, 2 the revisions cannot be read.")]
pub(crate) struct Diff {
    /// `REV..REV`, or `REV` alone
    #[arg(value_name = "REV..REV")]
    pub(crate) revisions: String,
}

/// Publish every code of the registry in the lock beside it
///
/// From then on a code keeps its key and its parameters for ever. `new` and `retire` do not do this by themselves, so that
/// a code can still change its shape while it is being worked on.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply lock
  cargo reply lock --check")]
pub(crate) struct Lock {
    /// Write nothing; fail if the lock is not what would be written
    #[arg(long)]
    pub(crate) check: bool,
}

/// Write what follows from the registry
#[derive(Args, Debug)]
pub(crate) struct Generated {
    /// Write nothing; fail if a file is missing or stale
    #[arg(long)]
    pub(crate) check: bool,
}

/// Write typed bindings for clients, below `bindings/`
///
/// Codes are open: one from a newer server is kept as unknown and never crashes a client. Reply types are closed, so that a
/// `switch` or `match` over them can be exhaustive. Handling a code that does not exist fails the type check.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply bindings --lang typescript
  cargo reply bindings --check")]
pub(crate) struct Bindings {
    /// The language; both where none is named
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Language>,
    /// Write nothing; fail if a file is missing or stale
    #[arg(long)]
    pub(crate) check: bool,
}

/// A client's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Typescript,
    Python,
}

/// The pre-commit hook: the fast gates of CI, on what changed
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply hook install
  cargo reply hook run --all")]
pub(crate) struct Hook {
    #[command(subcommand)]
    pub(crate) action: HookAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HookAction {
    /// Have git run the gates before each commit
    #[command(after_help = "Example:\n  cargo reply hook install")]
    Install {
        /// Replace a hook that something else has put there
        #[arg(long)]
        force: bool,
    },
    /// Run the gates: formatting, and `cargo reply check`
    ///
    /// Without `--all`, on exactly what is about to be committed, and only the gates that the change can break.
    #[command(after_help = "Example:\n  cargo reply hook run --all")]
    Run {
        /// Every gate, on the working tree
        #[arg(long)]
        all: bool,
    },
}

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = "Example:
  cargo reply completions bash > ~/.local/share/bash-completion/completions/cargo-reply")]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
