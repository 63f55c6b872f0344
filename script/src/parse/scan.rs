//! Where a run of bytes ends.

use crate::byte_class::ByteClass;

/// The end of the unquoted scalar that `at` lies in.
///
/// Byte by byte: words are short, and looking at eight bytes at once was measured to be slower.
#[inline]
pub(super) fn word_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !ByteClass::is_word(*byte)).unwrap_or(rest.len())
}

/// The end of the unquoted scalar that `at` lies in, inside `[[NAME] … ]`: brackets end it too, and so does `a?=b`'s mark.
pub(super) fn parameter_word_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let is_end = |index: usize, byte: u8| match byte {
        b'[' | b']' => true,
        b'!' | b'?' => rest.get(index + 1) == Some(&b'='),
        _ => !ByteClass::is_word(byte),
    };
    at + rest.iter().enumerate().position(|(index, byte)| is_end(index, *byte)).unwrap_or(rest.len())
}

/// The end of the spaces that `at` lies in.
#[inline]
pub(super) fn blank_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !ByteClass::is_space(*byte)).unwrap_or(rest.len())
}

/// The end of the line that `at` lies in, the line end excluded.
#[inline]
pub(crate) fn line_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let end = at + memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    end - usize::from(end > at && text.get(end - 1) == Some(&b'\r'))
}

/// The end of `@[…]`, and whether its bracket is there.
///
/// It stays in its line and never goes past a byte that means something to the structure, so that blocks can be skipped
/// without looking for expressions.
pub(super) fn expression_end(text: &[u8], at: usize) -> (usize, bool) {
    let rest = text.get(at..).unwrap_or_default();
    let stops = |byte: &u8| matches!(byte, b']' | b'\n' | b'\r' | b'{' | b'}' | b'"' | b'#');
    let length = rest.iter().position(stops).unwrap_or(rest.len());
    match rest.get(length) {
        Some(b']') => (at + length + 1, true),
        _ => (at + rest[..length].trim_ascii_end().len(), false),
    }
}

/// Whether no line ends in these bytes.
pub(super) fn is_one_line(bytes: &[u8]) -> bool {
    memchr::memchr(b'\n', bytes).is_none()
}
