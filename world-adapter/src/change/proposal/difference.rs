//! The difference between two contents of a file, as people and agents read it.

use std::fmt::Write as _;
use std::time::Duration;

use similar::TextDiff;

use crate::read::encoding::Encoding;

/// The longest difference that is shown at first; a longer one is cut at a line.
const MAX_DIFFERENCE: usize = 64 * 1024;
/// The longest difference, and the most of a content, that is shown to a person who asks for all of it.
pub const MAX_WHOLE_DIFFERENCE: usize = 16 * 1024 * 1024;
/// How long the shortest difference is searched for; after that, any difference will do.
const DIFF_TIMEOUT: Duration = Duration::from_millis(500);
/// The most lines, of both contents together, that are compared one by one: each takes memory many times its size (L100).
const MAX_COMPARED_LINES: usize = 200_000;
/// How many lines are shown around a change.
const CONTEXT_LINES: usize = 3;
/// The most bytes and lines that are shown of the beginning of a file.
const MAX_HEAD: usize = 2 * 1024;
const MAX_HEAD_LINES: usize = 20;

/// The difference between two contents in unified form, at most 64 KiB of it; for content that is not text, the sizes. A file
/// that does not exist counts as empty.
pub fn difference(name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    difference_beginning(&whole_difference(name, before, after)).0
}

/// The same, up to [`MAX_WHOLE_DIFFERENCE`]: for a person who asks for all of it.
pub fn whole_difference(name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    match (Encoding::decode(before), Encoding::decode(after)) {
        ((_, Some(before)), (_, Some(after))) => bounded(&unified(name, &before, &after), MAX_WHOLE_DIFFERENCE).0,
        _ => format!("binary content: {} bytes before, {} after\n", before.len(), after.len()),
    }
}

/// The part of a difference that is shown at first, and how many lines are left out.
pub fn difference_beginning(whole: &str) -> (String, usize) {
    bounded(whole, MAX_DIFFERENCE)
}

/// All of a content, at most [`MAX_WHOLE_DIFFERENCE`] of it; `None` if it is not text.
pub(super) fn whole_content(content: &[u8]) -> Option<String> {
    Encoding::decode(content).1.map(|text| bounded(&text, MAX_WHOLE_DIFFERENCE).0)
}

/// The first lines of a content, and whether they are all of it; `None` if it is not text.
pub fn first_lines(content: &[u8]) -> Option<(String, bool)> {
    let text = Encoding::decode(content).1?;
    let end = text.match_indices('\n').nth(MAX_HEAD_LINES - 1).map_or(text.len(), |(at, _)| at + 1);
    let end = end.min(text.floor_char_boundary(MAX_HEAD));
    Some((text[..end].to_owned(), end == text.len()))
}

fn unified(name: &str, before: &str, after: &str) -> String {
    if lines(before).count() + lines(after).count() > MAX_COMPARED_LINES {
        return one_hunk(name, before, after);
    }
    let difference = TextDiff::configure().timeout(DIFF_TIMEOUT).diff_lines(before, after);
    difference.unified_diff().context_radius(CONTEXT_LINES).header(name, name).to_string()
}

fn lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split_inclusive('\n')
}

/// Everything between the first and the last line that differ, as one change. No line is held but those that are shown.
fn one_hunk(name: &str, before: &str, after: &str) -> String {
    let same = lines(before).zip(lines(after)).take_while(|(before, after)| before == after);
    let (above, start) = same.fold((0, 0), |(count, bytes), (line, _)| (count + 1, bytes + line.len()));
    let (before_rest, after_rest) = (&before[start..], &after[start..]);
    let same = lines(before_rest).rev().zip(lines(after_rest).rev()).take_while(|(before, after)| before == after);
    let end: usize = same.map(|(line, _)| line.len()).sum();
    let (removed, below) = before_rest.split_at(before_rest.len() - end);
    let added = &after_rest[..after_rest.len() - end];
    if removed.is_empty() && added.is_empty() {
        return String::new();
    }
    let mut context: Vec<&str> = lines(&before[..start]).rev().take(CONTEXT_LINES).collect();
    context.reverse();
    let below: Vec<&str> = lines(below).take(CONTEXT_LINES).collect();
    let around = context.len() + below.len();
    let range = |changed: &str| {
        let count = lines(changed).count() + around;
        // An empty range begins behind the line above it.
        format!("{},{count}", above - context.len() + usize::from(count > 0))
    };
    let mut hunk =
        Hunk { text: format!("--- {name}\n+++ {name}\n@@ -{} +{} @@\n", range(removed), range(added)), rest: 0 };
    hunk.push(' ', context.iter().copied());
    hunk.push('-', lines(removed));
    hunk.push('+', lines(added));
    hunk.push(' ', below.iter().copied());
    if hunk.rest == 0 { hunk.text } else { continued(&hunk.text, hunk.rest) }
}

/// The lines of a difference, as many as are ever shown.
struct Hunk {
    text: String,
    rest: usize,
}

impl Hunk {
    fn push<'l>(&mut self, sign: char, lines: impl Iterator<Item = &'l str>) {
        for line in lines {
            if self.rest > 0 || self.text.len() + line.len() + 2 > MAX_WHOLE_DIFFERENCE - 64 {
                self.rest += 1;
                continue;
            }
            self.text.push(sign);
            self.text.push_str(line);
            if !line.ends_with('\n') {
                self.text.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
}

/// The lines that fit into `limit` bytes, and how many do not.
fn bounded(text: &str, limit: usize) -> (String, usize) {
    if text.len() <= limit {
        return (text.to_owned(), 0);
    }
    let end = text[..text.floor_char_boundary(limit)].rfind('\n').map_or(0, |at| at + 1);
    let rest = text[end..].lines().count();
    (continued(&text[..end], rest), rest)
}

/// The lines that fit, then a last line that cannot be mistaken for a line of a difference: those begin with a sign or a space.
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

    /// L100: an edit of very many lines costs no more than the lines that are shown of it.
    #[test]
    fn l100_a_content_of_very_many_lines_is_shown_as_one_change() {
        let many = "a = 1\n".repeat(MAX_COMPARED_LINES);
        let after = format!("{many}b = 2\n{many}");
        let shown = difference("root:a", Some(format!("{many}{many}").as_bytes()), Some(after.as_bytes()));
        let around = " a = 1\n".repeat(CONTEXT_LINES);
        let first = MAX_COMPARED_LINES - 2;
        assert_eq!(shown, format!("--- root:a\n+++ root:a\n@@ -{first},6 +{first},7 @@\n{around}+b = 2\n{around}"));
        assert_eq!(difference("root:a", Some(many.as_bytes()), Some(many.as_bytes())), "");

        let (removed, added) = ("\n".repeat(250_000), format!("{}\n", "x".repeat(79)).repeat(250_000));
        let whole = whole_difference("root:a", Some(removed.as_bytes()), Some(added.as_bytes()));
        assert!(whole.len() <= MAX_WHOLE_DIFFERENCE, "{}", whole.len());
        assert!(whole.contains("@@ -1,250000 +1,250000 @@\n-\n"), "{}", &whole[..200]);
        let shown = whole.lines().count() - 4;
        assert!(whole.ends_with(&format!("… {} more lines\n", 500_000 - shown)), "{}", &whole[whole.len() - 60..]);
    }

    #[test]
    fn an_end_without_a_line_end_is_shown_in_one_change_too() {
        let many = "a\n".repeat(MAX_COMPARED_LINES);
        let shown = difference("x", Some(format!("{many}b").as_bytes()), Some(format!("{many}c").as_bytes()));
        let end = " a\n a\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n";
        assert_eq!(shown, format!("--- x\n+++ x\n@@ -{0},4 +{0},4 @@\n{end}", MAX_COMPARED_LINES - 2));
        let emptied = difference("x", Some(format!("a\n{many}").as_bytes()), None);
        let header = format!("--- x\n+++ x\n@@ -1,{} +0,0 @@\n-a\n", MAX_COMPARED_LINES + 1);
        assert!(emptied.starts_with(&header), "{}", &emptied[..60]);
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
