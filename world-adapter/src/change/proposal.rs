//! A change as a person is shown it before they agree to it. It is file content, for people alone.

use serde::{Deserialize, Serialize};

use super::difference::{difference_beginning, first_lines, whole_content, whole_difference};
use crate::read::digest::Digest;

/// What a change would do, in a form that a person can judge; bounded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposal {
    /// What a write would change, in unified form.
    pub difference: Option<String>,
    /// The beginning of what a deletion takes away or a rename moves, where that is text.
    pub first_lines: Option<String>,
    /// Whether there is more of it than these lines.
    pub has_more_lines: bool,
    /// How many lines of the difference, or of the content, are left out.
    pub lines_left_out: u64,
    /// How many bytes the file holds now; nothing if it is not there.
    pub size_before: Option<u64>,
    /// How many bytes it would hold; nothing if it would not be there, or stay as it is.
    pub size_after: Option<u64>,
    /// All of the difference, or of the content, where something is left out; at most 16 MiB. It is kept apart from the rest.
    #[serde(skip)]
    pub whole: Option<String>,
}

impl Proposal {
    /// A write that leaves `after` where `before` is.
    pub(crate) fn of_write(name: &str, before: Option<&[u8]>, after: &[u8]) -> Self {
        let whole = whole_difference(name, before, Some(after));
        let (shown, rest) = difference_beginning(&whole);
        Self {
            difference: Some(shown),
            has_more_lines: rest > 0,
            lines_left_out: rest as u64,
            size_before: before.map(|before| before.len() as u64),
            size_after: Some(after.len() as u64),
            whole: (rest > 0).then_some(whole),
            ..Self::default()
        }
    }

    /// A change that takes a content away from where it is.
    pub(crate) fn of_removal(before: &[u8]) -> Self {
        let head = first_lines(before);
        let whole = head.as_ref().filter(|(_, is_all)| !is_all).and_then(|_| whole_content(before));
        let lines = |text: &str| text.lines().count() as u64;
        let shown = head.as_ref().map_or(0, |(head, _)| lines(head));
        Self {
            has_more_lines: whole.is_some(),
            lines_left_out: whole.as_deref().map_or(0, |whole| lines(whole).saturating_sub(shown)),
            first_lines: head.map(|(head, _)| head),
            size_before: Some(before.len() as u64),
            whole,
            ..Self::default()
        }
    }
}

/// The contents that an approval binds (L66): with others it is not the change that a person was shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoundContent {
    /// What a write leaves, what a deletion takes away, what a rename moves.
    pub content: Option<Digest>,
    /// What a write replaces; nothing where nothing is there.
    pub replaced: Option<Digest>,
}
