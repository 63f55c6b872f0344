//! The difference between two contents of a file, as people and agents read it.

use std::fmt::Write as _;
use std::time::Duration;

use similar::TextDiff;

use crate::read::encoding::Encoding;

/// The longest difference that is shown at first; a longer one is cut at a line.
const MAX_DIFFERENCE: usize = 64 * 1024;
/// The longest difference, and the most of a content, that is shown to a person who asks for all of it.
pub const MAX_WHOLE_DIFFERENCE: usize = 16 * 1024 * 1024;
/// How long the shortest difference is looked for; after that, any.
const DIFF_TIMEOUT: Duration = Duration::from_millis(500);
/// The most bytes and lines that are shown of the beginning of a file.
const MAX_HEAD: usize = 2 * 1024;
const MAX_HEAD_LINES: usize = 20;

/// The difference between two contents in unified form, at most 64 KiB of it; of what is not text, the sizes. A file that is
/// not there holds nothing.
pub fn difference(name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    difference_beginning(&whole_difference(name, before, after)).0
}

/// The same, at most [`MAX_WHOLE_DIFFERENCE`] of it: for a person who asks for all.
pub fn whole_difference(name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    match (Encoding::decode(before), Encoding::decode(after)) {
        ((_, Some(before)), (_, Some(after))) => {
            let text = unified(name, &before, &after);
            match cut(&text, MAX_WHOLE_DIFFERENCE) {
                (_, 0) => text,
                (shown, rest) => continued(shown, rest),
            }
        }
        _ => format!("binary content: {} bytes before, {} after\n", before.len(), after.len()),
    }
}

/// As much of a difference as is shown at first, and how many lines are left out.
pub fn difference_beginning(whole: &str) -> (String, usize) {
    match cut(whole, MAX_DIFFERENCE) {
        (_, 0) => (whole.to_owned(), 0),
        (shown, rest) => (continued(shown, rest), rest),
    }
}

/// All of a content, at most [`MAX_WHOLE_DIFFERENCE`] of it; nothing if it is not text.
pub(super) fn whole_content(content: &[u8]) -> Option<String> {
    let text = Encoding::decode(content).1?;
    Some(match cut(&text, MAX_WHOLE_DIFFERENCE) {
        (_, 0) => text,
        (shown, rest) => continued(shown, rest),
    })
}

/// The first lines of a content, and whether they are all of it; nothing if it is not text.
pub fn first_lines(content: &[u8]) -> Option<(String, bool)> {
    let text = Encoding::decode(content).1?;
    let end = text.match_indices('\n').nth(MAX_HEAD_LINES - 1).map_or(text.len(), |(at, _)| at + 1);
    let end = end.min(text.floor_char_boundary(MAX_HEAD));
    Some((text[..end].to_owned(), end == text.len()))
}

fn unified(name: &str, before: &str, after: &str) -> String {
    let difference = TextDiff::configure().timeout(DIFF_TIMEOUT).diff_lines(before, after);
    difference.unified_diff().context_radius(3).header(name, name).to_string()
}

/// The lines that fit into so many bytes, and how many do not.
fn cut(text: &str, most: usize) -> (&str, usize) {
    if text.len() <= most {
        return (text, 0);
    }
    let end = text[..text.floor_char_boundary(most)].rfind('\n').map_or(0, |at| at + 1);
    (&text[..end], text[end..].lines().count())
}

/// What is shown, and a last line that no line of a difference can be: those begin with a sign or a blank.
fn continued(shown: &str, rest: usize) -> String {
    let mut text = shown.to_owned();
    _ = writeln!(text, "… {rest} more lines");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_a_long_difference_is_cut_and_the_rest_counted() {
        let after = "a line\n".repeat(100_000);
        let shown = difference("root:a", None, Some(after.as_bytes()));
        assert!(shown.len() < MAX_DIFFERENCE + 100 && shown.contains("more lines"), "{}", shown.len());
        let whole = whole_difference("root:a", None, Some(after.as_bytes()));
        assert_eq!(whole.lines().count(), 100_003, "a header of three lines");
        let (head, rest) = difference_beginning(&whole);
        assert_eq!((head.lines().count() - 1) + rest, 100_003);
        assert_eq!(difference("root:a", Some(b"\0\x01\xff\0"), None), "binary content: 4 bytes before, 0 after\n");
    }

    #[test]
    fn the_first_lines_say_whether_they_are_all() {
        assert_eq!(first_lines(b"a\nb\n"), Some(("a\nb\n".to_owned(), true)));
        let long = "line\n".repeat(1_000);
        let (head, is_all) = first_lines(long.as_bytes()).unwrap();
        assert!(!is_all && head.lines().count() == MAX_HEAD_LINES);
        assert_eq!(first_lines(b"\0\x01\xff\0"), None);
    }
}
