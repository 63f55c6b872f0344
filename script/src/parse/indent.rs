//! How far a line is indented.

/// A tab is as wide as this many spaces.
const TAB: u32 = 4;

/// How far back a line's start is searched; the indentation of longer lines means nothing.
const MAX_LINE: usize = 2000;

/// The width of spaces that start a line.
pub(super) fn width(spaces: &[u8]) -> u32 {
    spaces.iter().map(|byte| if *byte == b'\t' { TAB } else { 1 }).sum()
}

/// The indentation of the line that a byte lies in; `None` if the line started too long ago.
pub(super) fn line_indent(text: &[u8], at: usize) -> Option<u32> {
    let before = &text[at.saturating_sub(MAX_LINE)..at];
    let start = match memchr::memrchr(b'\n', before) {
        Some(line_end) => line_end + 1,
        None if before.len() == at => 0,
        None => return None,
    };
    let line = &before[start..];
    let spaces = line.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(line.len());
    Some(width(&line[..spaces]))
}
