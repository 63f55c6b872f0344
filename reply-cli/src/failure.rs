//! What keeps a command from doing its work at all: exit status 2, and nothing changed.

use std::path::Path;

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// There is no registry to work on.
    #[error(
        "there is no `registry.toml` here or in any folder above\n = help: go to the project, or name the file: `--registry FILE`"
    )]
    NoRegistry,
    /// A file that was named is not there.
    #[error("there is no file `{0}`\n = help: `--registry` takes the path of a registry, relative to this folder")]
    NoSuchRegistry(String),
    /// A file cannot be read.
    #[error("cannot read `{file}`: {reason}")]
    Unreadable { file: String, reason: String },
    /// A file cannot be written; the old one is whole.
    #[error("cannot write `{file}`: {reason}; nothing was changed\n = help: {help}")]
    Unwritable { file: String, reason: String, help: String },
    /// Git cannot do what was asked of it.
    #[error("{message}\n = help: {help}")]
    Git { message: String, help: String },
    /// The call does not fit the project.
    #[error("{message}\n = help: {help}")]
    Call { message: String, help: String },
}

impl CliError {
    /// A call that does not fit.
    pub(crate) fn call(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Call { message: message.into(), help: help.into() }
    }

    /// A file that cannot be read, for the reason the system gives.
    pub(crate) fn unreadable(file: impl Into<String>, error: &std::io::Error) -> Self {
        Self::Unreadable { file: file.into(), reason: error.kind().to_string() }
    }

    /// A file that cannot be written, for the reason the system gives.
    pub(crate) fn unwritable(file: &Path, error: &std::io::Error) -> Self {
        Self::Unwritable {
            file: file.display().to_string(),
            reason: error.kind().to_string(),
            help: "check that the folder exists and that you may write there".to_owned(),
        }
    }
}
