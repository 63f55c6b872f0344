//! How far a line is indented.

/// A tab is as wide as this many spaces.
const TAB: u32 = 4;

/// Lines are looked at no further than this; nobody indents more.
const MAX_INDENT: usize = 400;

/// The width of blanks that start a line.
pub(super) fn width(blanks: &[u8]) -> u32 {
    blanks.iter().map(|byte| if *byte == b'\t' { TAB } else { 1 }).sum()
}

/// The indentation of a byte that is the first of its line apart from blanks.
pub(super) fn first_indent(text: &[u8], at: usize) -> Option<u32> {
    let before = &text[at.saturating_sub(MAX_INDENT)..at];
    let start = memchr::memrchr(b'\n', before).map_or(0, |length| length + 1);
    let blanks = &before[start..];
    let is_whole = start > 0 || at == before.len();
    (is_whole && blanks.iter().all(|byte| matches!(byte, b' ' | b'\t'))).then(|| width(blanks))
}

/// The indentation of the line that a byte lies in.
pub(super) fn line_indent(text: &[u8], at: usize) -> u32 {
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |length| length + 1);
    let line = &text[start..at];
    let blanks = line.iter().take(MAX_INDENT).position(|byte| !matches!(byte, b' ' | b'\t'));
    width(&line[..blanks.unwrap_or_else(|| line.len().min(MAX_INDENT))])
}
