//! The commands that write what follows from the registry, or serve those who work on it.

use clap::{Args, Subcommand, ValueEnum};

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

/// What the hook does.
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
