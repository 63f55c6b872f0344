//! The text of a file, and where in it something is.

use std::ops::Range;

/// A file's text under the short name that messages print.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

/// A place as people count it: from one, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Source {
    /// Wraps a text; `name` is what messages call the file, so keep it short and free of machine paths.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { name: name.into(), text, line_starts }
    }

    /// What messages call the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a byte is. A byte past the end is at the end.
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let line = self.line_starts.partition_point(|start| *start <= byte) - 1;
        let start = self.line_starts[line];
        let column = self.text.get(start..byte).map_or(0, |before| before.chars().count());
        Position { line: line + 1, column: column + 1 }
    }

    /// A line without its end, by its number from 1.
    pub fn line(&self, number: usize) -> &str {
        let start = self.line_starts.get(number - 1).copied().unwrap_or(self.text.len());
        let end = self.line_starts.get(number).map_or(self.text.len(), |next| next - 1);
        self.text.get(start..end).unwrap_or_default().trim_end_matches('\r')
    }

    /// The part of a range that lies in its first line, in characters: where to start underlining, and how far.
    pub(crate) fn underline(&self, range: &Range<usize>) -> (usize, usize) {
        let start = self.position(range.start);
        let end = self.position(range.end.max(range.start));
        let line_length = self.line(start.line).chars().count();
        let last = if end.line == start.line { end.column } else { line_length + 1 };
        (start.column - 1, last.saturating_sub(start.column).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_characters_not_bytes() {
        let source = Source::new("x", "ab\nüö=1\n");
        assert_eq!(source.position(source.text().find('=').unwrap()), Position { line: 2, column: 3 });
        assert_eq!(source.line(2), "üö=1");
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let source = Source::new("x", "ab");
        assert_eq!(source.position(99), Position { line: 1, column: 3 });
        assert_eq!(source.line(9), "");
    }

    #[test]
    fn an_underline_ends_with_its_first_line_and_is_never_empty() {
        let source = Source::new("x", "one two\nthree\n");
        assert_eq!(source.underline(&(4..7)), (4, 3));
        assert_eq!(source.underline(&(4..12)), (4, 3), "to the end of the line");
        assert_eq!(source.underline(&(8..13)), (0, 5));
        assert_eq!(source.underline(&(5..5)), (5, 1));
    }
}
