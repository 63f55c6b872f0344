//! The commands that look.

use clap::{Args, ValueEnum};

use crate::report::ReportFormat;

/// Check everything the compiler checks, and what it cannot
///
/// Every active code is explained, declared by a tool, constructed outside tests, and asserted by a test; the exemptions in
/// `registry.exempt.toml` are still needed; the lock and what is generated are fresh; nothing published has changed its
/// meaning. Each finding names its rule: `cargo reply explain RULE` says more.
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
    /// Put right what needs no judgement: declare the parameters that a message shows where the registry has one type for
    /// the name, write stale files anew, drop exemptions that are not needed. The lock is left alone
    #[arg(long)]
    pub(crate) fix: bool,
    /// How to print findings
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ReportFormat,
}

/// Explain a code, a key or a rule
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  cargo reply explain APP-DATA-I-001
  cargo reply explain NOT_FOUND
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
  cargo reply list --layer APP --type I
  cargo reply list --status reserved
  cargo reply list \"not found\" --format json")]
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
    #[arg(long, value_parser = ["active", "reserved", "retired"])]
    pub(crate) status: Option<String>,
    /// A table, or JSON
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ListFormat,
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
