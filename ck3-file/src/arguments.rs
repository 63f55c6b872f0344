//! What an agent gives to `ck3_file`, and what each command needs of it.

use ck3_session::MAX_SESSION_LENGTH;
use reply_kit::{ArgumentProblems, Arguments};
use world_adapter::{Digest, MAX_ADDRESS_LENGTH, Part, ReadLimit, Replacement, Replaces};

/// The longest content of a file, in bytes: a request holds no more.
pub const MAX_CONTENT: usize = 16 * 1024 * 1024;
/// The longest text that an edit replaces, and of what stands there afterwards, in bytes.
pub const MAX_EDIT_TEXT: usize = 1024 * 1024;

/// The arguments of `ck3_file`.
#[derive(Clone, Debug, Arguments)]
pub struct FileArguments {
    #[arg(flatten)]
    pub(crate) command: FileCommand,
    /// The file: a canonical address such as mod:My Mod/events/a.txt.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    pub(crate) path: String,
    /// The session's handle, where the transport does not imply one.
    #[arg(max_length = MAX_SESSION_LENGTH)]
    pub(crate) session: Option<String>,
}

/// The arguments of `ck3_file` where nothing can be changed.
#[derive(Clone, Debug, Arguments)]
pub struct ReadArguments {
    #[arg(flatten)]
    pub(crate) command: ReadCommand,
    /// The file: a canonical address such as mod:My Mod/events/a.txt.
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    pub(crate) path: String,
    /// The session's handle, where the transport does not imply one.
    #[arg(max_length = MAX_SESSION_LENGTH)]
    pub(crate) session: Option<String>,
}

/// What `ck3_file` does where nothing can be changed.
#[derive(Clone, Debug, Arguments)]
pub enum ReadCommand {
    /// Text with its digest, encoding and lines.
    #[default]
    Read {
        /// Which part.
        #[arg(flatten)]
        range: Range,
    },
}

/// What `ck3_file` does.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub enum FileCommand {
    /// Text with its digest, encoding and lines.
    #[default]
    Read {
        /// Which part.
        #[arg(flatten)]
        range: Range,
    },
    /// Create or replace a whole file.
    Write {
        /// The whole new content.
        #[arg(max_length = MAX_CONTENT)]
        content: String,
        /// The digest that read gave; the call changes nothing if the file is not that any more.
        expected_digest: Option<Digest>,
        /// Fail if the file exists.
        new_only: Option<bool>,
        /// Change nothing, show the difference. Judged like the real thing.
        dry_run: Option<bool>,
    },
    /// Replace exact text.
    Edit {
        /// The text to replace, exactly as it stands in the file.
        #[arg(max_length = MAX_EDIT_TEXT)]
        old_text: String,
        /// What stands there afterwards.
        #[arg(max_length = MAX_EDIT_TEXT)]
        new_text: String,
        /// How often `old_text` occurs.
        #[arg(min = 1, default = "1")]
        expected_count: Option<u32>,
        /// The digest that read gave; the call changes nothing if the file is not that any more.
        expected_digest: Option<Digest>,
        /// Change nothing, show the difference. Judged like the real thing.
        dry_run: Option<bool>,
    },
    /// Give it another name.
    Rename {
        /// The new address, which must be free.
        #[arg(max_length = MAX_ADDRESS_LENGTH)]
        to: String,
    },
    /// Delete it.
    Delete,
}

/// Which part of a file is read.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub struct Range {
    /// The first line wanted, counted from 1.
    #[arg(min = 1)]
    first_line: Option<u32>,
    /// The last line wanted.
    #[arg(min = 1)]
    last_line: Option<u32>,
    /// So many lines at the beginning.
    #[arg(min = 1)]
    head: Option<u32>,
    /// So many lines at the end.
    #[arg(min = 1)]
    tail: Option<u32>,
    /// The most bytes of text in the answer.
    #[arg(min = 1, max = 4_194_304, default = "262144")]
    max_bytes: Option<u32>,
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

impl Range {
    fn check(&self, problems: &mut ArgumentProblems<'_>) {
        let has_lines = self.first_line.is_some() || self.last_line.is_some();
        let ranges = [has_lines, self.head.is_some(), self.tail.is_some()];
        if ranges.iter().filter(|is_given| **is_given).count() > 1 {
            let field = if self.head.is_some() { "head" } else { "tail" };
            problems.add(field, "goes with no other range", "one of first_line/last_line, head, tail");
        }
        if self.first_line.unwrap_or(1) > self.last_line.unwrap_or(u32::MAX) {
            problems.add("last_line", "comes before first_line", "a line from first_line on");
        }
    }

    pub(crate) fn part(&self) -> Part {
        let size = |number: u32| number as usize;
        match (self.head, self.tail) {
            (Some(head), _) => Part::Head(size(head)),
            (None, Some(tail)) => Part::Tail(size(tail)),
            (None, None) if self.first_line.is_none() && self.last_line.is_none() => Part::Whole,
            (None, None) => Part::Lines {
                first: size(self.first_line.unwrap_or(1)),
                last: size(self.last_line.unwrap_or(u32::MAX)),
            },
        }
    }

    pub(crate) fn limit(&self) -> ReadLimit {
        self.max_bytes.map_or_else(ReadLimit::default, |bytes| ReadLimit::bytes(bytes as usize))
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
