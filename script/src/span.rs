//! A range of bytes.

use std::fmt;
use std::ops::Range;

/// A range of bytes of a file's text, the end excluded.
///
/// ```
/// use ck3_script::Span;
/// assert_eq!(Span::new(2, 4).of(b"a = b"), b"= ");
/// assert_eq!(Span::new(2, 99).of(b"a = b"), b"");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// From the start of this span to the end of another.
    #[must_use]
    pub const fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end }
    }

    /// How many bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Whether it holds no byte.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// As a range for indexing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Its bytes in a text; nothing if it does not lie in the text.
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }

    /// From two offsets of a text that is at most [`MAX_FILE`](crate::MAX_FILE) long.
    pub(crate) fn at(range: Range<usize>) -> Self {
        Self { start: offset(range.start), end: offset(range.end) }
    }
}

/// An offset as it is stored. Texts are refused beyond [`MAX_FILE`](crate::MAX_FILE), so nothing is ever cut off here.
#[expect(clippy::cast_possible_truncation, reason = "MAX_FILE is far below u32::MAX")]
pub(crate) const fn offset(byte: usize) -> u32 {
    byte as u32
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
