//! A change in the form that a person is shown before they agree. It is file content, for people only.

pub(crate) mod difference;
pub(crate) mod preview;

use serde::{Deserialize, Serialize};

use self::difference::{difference_beginning, first_lines, whole_content, whole_difference};
use crate::read::digest::Digest;

/// The effect of a change, in a bounded form that a person can judge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposal {
    /// The difference that a write would make, in unified form.
    pub difference: Option<String>,
    /// The beginning of the content that a deletion removes or a rename moves, if it is text.
    pub first_lines: Option<String>,
    /// Whether the content is longer than these lines.
    pub has_more_lines: bool,
    /// How many lines of the difference, or of the content, are left out.
    pub lines_left_out: u64,
    /// The current size in bytes; `None` if the file does not exist.
    pub size_before: Option<u64>,
    /// The new size in bytes; `None` if the file would not exist, or would not change.
    pub size_after: Option<u64>,
    /// The whole difference or content, if something is left out; at most 16 MiB. It is stored separately.
    #[serde(skip)]
    pub whole: Option<String>,
}

impl Proposal {
    /// A write that replaces `before` by `after`.
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

    /// A change that removes a content from its place.
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

/// The contents that an approval binds (L66): a change with other contents is not the one that a person was shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoundContent {
    /// What a write leaves, what a deletion removes, or what a rename moves.
    pub content: Option<Digest>,
    /// What a write replaces; `None` if the file does not exist.
    pub replaced: Option<Digest>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l66_what_a_person_is_not_shown_at_first_is_counted_and_kept_whole() {
        let long = "line\n".repeat(20_000);
        for (content, is_long) in [("line\n", false), (&*long, true)] {
            let content = content.as_bytes();
            for proposal in [Proposal::of_write("a.txt", Some(b"old\n"), content), Proposal::of_removal(content)] {
                let has_more = (proposal.has_more_lines, proposal.lines_left_out > 0, proposal.whole.is_some());
                assert_eq!(has_more, (is_long, is_long, is_long), "{proposal:?}");
            }
        }
    }
}
