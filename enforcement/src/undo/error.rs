//! Why an undo cannot be attempted. An undo that was judged and refused is a reply (see `restore.rs`), not an error.

use std::io;

/// Why an undo cannot be attempted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UndoError {
    /// Nothing was recorded under this id.
    #[error("no change is recorded under `{0}`; `ck3raven undo --list` shows those that are")]
    Unknown(String),
    /// The store cannot be read.
    #[error("the undo store cannot be used: {0}")]
    Store(#[from] io::Error),
    /// A recorded change cannot be understood.
    #[error("the recorded change cannot be read: {0}")]
    Damaged(#[from] serde_json::Error),
    /// It was undone before.
    #[error("`{0}` has been undone already")]
    AlreadyUndone(String),
    /// It was recorded by an earlier version.
    #[error(
        "nothing was changed: this change does not say in which world it was made; what the file held is kept under `{0}`"
    )]
    UnknownWorld(String),
    /// Too many for one undo.
    #[error(
        "nothing was changed: {0} changes, or what their files hold, are too many to be undone as one; undo them one by one, the \
         newest first: `ck3raven undo --last`, and that again, or by the ids that `ck3raven undo --list` shows"
    )]
    TooManyChanges(usize),
    /// Another undo did not end in time.
    #[error("nothing was changed: another undo is in progress; try again when it has ended")]
    Busy,
    /// No session is available for it.
    #[error("nothing was changed: too many sessions are open")]
    TooManySessions,
}
