//! What an agent gives to `ck3_file`, and what each command needs of it.

use ck3_session::MAX_SESSION_LENGTH;
use reply_kit::{ArgumentProblems, Arguments};
use world_adapter::{Digest, MAX_ADDRESS_LENGTH, Replacement, Replaces, Syntax};

/// The longest content of a file, in bytes. A message has at most 16 MiB, and a client may write each letter as an escape, which
/// makes text up to three times as long.
pub const MAX_CONTENT: usize = 5 * 1024 * 1024;
/// The longest text that an edit replaces, and of what stands there afterwards, in bytes.
pub const MAX_EDIT_TEXT: usize = 1024 * 1024;

/// The arguments of `ck3_file`.
#[derive(Clone, Debug, Arguments)]
pub struct FileArguments {
    #[arg(flatten)]
    pub(crate) command: FileCommand,
    /// The file, or the folder to rename or delete: a canonical address such as mod:My Mod/events/a.txt.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    pub(crate) path: String,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    pub(crate) session: Option<String>,
}

/// What `ck3_file` does.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub enum FileCommand {
    /// Create or replace a whole file.
    Write {
        /// The whole new content.
        #[arg(max_length = MAX_CONTENT, hidden)]
        content: String,
        /// The digest that read gave; the call changes nothing if the file is not that any more.
        expected_digest: Option<Digest>,
        /// Fail if the file exists.
        new_only: Option<bool>,
        /// `as_is` writes script or localization though it has new errors.
        #[arg(default = "\"checked\"")]
        syntax: Option<Syntax>,
        /// Change nothing, show the difference. It is judged like the real change.
        dry_run: Option<bool>,
    },
    /// Replace exact text.
    Edit {
        /// The text to replace, exactly as it stands in the file.
        #[arg(max_length = MAX_EDIT_TEXT, hidden)]
        old_text: String,
        /// What stands there afterwards.
        #[arg(max_length = MAX_EDIT_TEXT, hidden)]
        new_text: String,
        /// How often `old_text` occurs.
        #[arg(min = 1, default = "1")]
        expected_count: Option<u32>,
        /// The digest that read gave; the call changes nothing if the file is not that any more.
        expected_digest: Option<Digest>,
        /// `as_is` writes script or localization though it has new errors.
        #[arg(default = "\"checked\"")]
        syntax: Option<Syntax>,
        /// Change nothing, show the difference. It is judged like the real change.
        dry_run: Option<bool>,
    },
    /// Give a file or a folder another name.
    Rename {
        /// The new address, which must be free.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        to: String,
    },
    /// Delete a file, or a folder.
    Delete {
        /// For a folder that is not empty: how many files it holds at any depth. All of it goes.
        expected_files: Option<u32>,
    },
}

/// Whether a change is made or only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Execution {
    Real,
    DryRun,
}

impl Execution {
    pub(crate) fn of(dry_run: Option<bool>) -> Self {
        if dry_run == Some(true) { Self::DryRun } else { Self::Real }
    }
}

impl FileCommand {
    fn check(&self, problems: &mut ArgumentProblems<'_>) {
        match self {
            Self::Write { new_only: Some(true), expected_digest: Some(_), .. } => {
                problems.add("new_only", "contradicts expected_digest", "one of the two");
            }
            Self::Edit { old_text, .. } if old_text.is_empty() => {
                problems.add("old_text", "is empty", "the text to replace");
            }
            _ => {}
        }
    }
}

/// What must be there for a write to go on.
pub(crate) fn replaces(expected_digest: Option<Digest>, new_only: Option<bool>) -> Replaces {
    match (expected_digest, new_only) {
        (Some(digest), _) => Replaces::Exactly(digest),
        (None, Some(true)) => Replaces::Nothing,
        (None, _) => Replaces::Anything,
    }
}

pub(crate) fn replacement(old: String, new: String, expected_count: Option<u32>) -> Replacement {
    Replacement { old, new, expected_count: expected_count.unwrap_or(1) as usize }
}
