//! From a byte to a line and a column.

use crate::encoding::BOM;
use crate::span::{Span, offset};

/// Where the lines of a text start. Made on demand, in one pass.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
}

/// A place as editors count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes of UTF-8, from 1.
    pub column: u32,
    /// The column in UTF-16 units, from 0, as the language server protocol counts.
    pub utf16: u32,
}

impl LineIndex {
    /// Finds the lines of a text; a line ends at `\n`. A byte order mark is not part of the first line, as in editors.
    pub fn new(text: &[u8]) -> Self {
        let first = if text.starts_with(BOM) { offset(BOM.len()) } else { 0 };
        let starts = std::iter::once(first).chain(memchr::memchr_iter(b'\n', text).map(|at| offset(at + 1))).collect();
        Self { starts, length: offset(text.len()) }
    }

    /// How many lines there are; at least one.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The line of a byte, from 1. A byte past the end is in the last line.
    pub fn line(&self, byte: u32) -> u32 {
        offset(self.starts.partition_point(|start| *start <= byte)).max(1)
    }

    /// The bytes of a line, without its end.
    pub fn span(&self, text: &[u8], line: u32) -> Span {
        let index = line.saturating_sub(1) as usize;
        let start = self.starts.get(index).copied().unwrap_or(self.length);
        let end = self.starts.get(index + 1).map_or(self.length, |next| next - 1);
        let span = Span::new(start, end);
        Span::new(start, end - u32::from(span.of(text).last() == Some(&b'\r')))
    }

    /// Where a byte is.
    ///
    /// ```
    /// use ck3_script::LineIndex;
    /// let text = "a\nü😀=1".as_bytes();
    /// let found = LineIndex::new(text).position(text, 8);
    /// assert_eq!((found.line, found.column, found.utf16), (2, 7, 3));
    /// ```
    pub fn position(&self, text: &[u8], byte: u32) -> LineColumn {
        let byte = byte.min(self.length);
        let line = self.line(byte);
        let start = self.starts.get(line as usize - 1).copied().unwrap_or_default();
        let before = Span::new(start, byte).of(text);
        LineColumn { line, column: byte.saturating_sub(start) + 1, utf16: utf16_length(before) }
    }
}

/// A byte that is not UTF-8 counts as one unit.
fn utf16_length(bytes: &[u8]) -> u32 {
    let units = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().map(char::len_utf16).sum::<usize>() + chunk.invalid().len()
    };
    offset(bytes.utf8_chunks().map(units).sum())
}
