//! What keeps a command from doing its work at all: nothing was changed.

use std::path::Path;
use std::process::ExitCode;

use reply_registry::Finding;

use crate::{output, report};

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Something is not as the command needs it: exit status 2.
    #[error("{0}")]
    Failed(String),
    /// The registry breaks rules, and what that means for the files: exit status 1.
    #[error("{}; {consequence}", report::count(findings))]
    Findings { findings: Vec<Finding>, consequence: &'static str },
}

impl CliError {
    /// What is wrong, and what to do about it.
    pub(crate) fn new(message: impl std::fmt::Display, help: impl std::fmt::Display) -> Self {
        Self::Failed(format!("{message}\n = help: {help}"))
    }

    /// A name that does not exist, and those that do.
    pub(crate) fn unknown(what: &str, written: &str, known: &[&str]) -> Self {
        Self::new(format!("there is no {what} `{written}`"), format!("the {what}s are {}", known.join(", ")))
    }

    /// A file that cannot be read, for the reason the system gives.
    pub(crate) fn unreadable(file: impl std::fmt::Display, error: &std::io::Error) -> Self {
        Self::Failed(format!("cannot read `{file}`: {}", error.kind()))
    }

    /// A file that cannot be written, for the reason the system gives; the old one is whole.
    pub(crate) fn unwritable(file: &Path, error: &std::io::Error) -> Self {
        let message = format!("cannot write `{}`: {}; nothing was changed", file.display(), error.kind());
        Self::new(message, "check that the folder exists and that you may write there")
    }

    /// Says on stderr why the command does not go on; the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Failed(message) => {
                output::failure(message);
                ExitCode::from(2)
            }
            Self::Findings { findings, .. } => {
                report::refuse(findings);
                output::note(&self.to_string());
                ExitCode::from(1)
            }
        }
    }
}
