//! The difference between two contents of a file, as people and agents read it.

use std::fmt::Write as _;
use std::time::Duration;

use similar::TextDiff;

use crate::read::encoding::Encoding;

/// The longest difference that is shown; a longer one is cut at a line.
const MAX_DIFFERENCE: usize = 64 * 1024;
/// How long the shortest difference is looked for; after that, any.
const DIFF_TIMEOUT: Duration = Duration::from_millis(500);
/// The most bytes and lines that are shown of the beginning of a file.
const MAX_HEAD: usize = 2 * 1024;
const MAX_HEAD_LINES: usize = 20;

/// The difference between two contents in unified form, at most 64 KiB of it; of what is not text, the sizes. A file that is
/// not there holds nothing.
pub fn difference(name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    match (Encoding::decode(before), Encoding::decode(after)) {
        ((_, Some(before)), (_, Some(after))) => cut(unified(name, &before, &after)),
        _ => format!("binary content: {} bytes before, {} after\n", before.len(), after.len()),
    }
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

fn cut(mut text: String) -> String {
    if text.len() > MAX_DIFFERENCE {
        let end = text[..text.floor_char_boundary(MAX_DIFFERENCE)].rfind('\n').unwrap_or(0);
        let rest = text[end..].matches('\n').count();
        text.truncate(end);
        _ = writeln!(text, "\n… the difference goes on for {rest} more lines");
    }
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
