//! Wrapping for a terminal: between words, each line continued under where its text began.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar as _;

/// The byte that starts an escape sequence.
const ESCAPE: char = '\u{1b}';

/// A text wrapped to a width. A word that is wider stays whole, so that it can be copied; escape sequences, which only the
/// program itself emits (L103), have no width.
pub(crate) fn wrapped(text: &str, width: usize) -> Cow<'_, str> {
    if text.split('\n').all(|line| columns(line) <= width) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, width)).collect();
    Cow::Owned(lines.join("\n"))
}

/// A text with each paragraph on one line, whatever width it was written at; indented lines stay.
pub(crate) fn unfolded(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    let mut lines = text.trim().lines().peekable();
    while let Some(line) = lines.next() {
        done.push_str(line.trim_end());
        let is_plain = |line: &str| !line.trim().is_empty() && !line.starts_with([' ', '-', '*']);
        match lines.peek() {
            Some(next) if is_plain(next) && is_plain(line) => done.push(' '),
            Some(_) => done.push('\n'),
            None => {}
        }
    }
    done
}

fn wrapped_line(line: &str, width: usize) -> String {
    if columns(line) <= width {
        return line.to_owned();
    }
    let indent = hanging_indent(line, width);
    let (mut done, mut column) = (String::with_capacity(line.len() + line.len() / 8), 0);
    for word in line.split_inclusive(' ') {
        let (needed, all) = (columns(word.trim_end_matches(' ')), columns(word));
        // The beginning of a line stays where it is, and a space at its end needs no room.
        if column > indent && needed > 0 && column + needed > width {
            done.truncate(done.trim_end_matches(' ').len());
            done.push('\n');
            done.push_str(&" ".repeat(indent));
            column = indent;
        }
        done.push_str(word);
        column += all;
    }
    done.truncate(done.trim_end_matches(' ').len());
    done
}

/// Where the text of a line begins: after the last two spaces in its first half, which end its label or its columns.
fn hanging_indent(line: &str, width: usize) -> usize {
    let (mut column, mut blanks, mut indent) = (0, 0, 0);
    for character in plain(line) {
        if column > width / 2 {
            break;
        }
        if character == ' ' {
            blanks += 1;
        } else {
            if blanks >= 2 {
                indent = column;
            }
            blanks = 0;
        }
        column += character.width().unwrap_or(0);
    }
    indent
}

/// How many columns a line takes.
pub(crate) fn columns(line: &str) -> usize {
    plain(line).map(|character| character.width().unwrap_or(0)).sum()
}

/// The characters that are shown.
fn plain(line: &str) -> impl Iterator<Item = char> {
    let mut is_escape = false;
    line.chars().filter(move |character| match (is_escape, *character) {
        (false, ESCAPE) => {
            is_escape = true;
            false
        }
        (true, character) => {
            is_escape = character != 'm';
            false
        }
        (false, _) => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_continued_under_their_text() {
        let line = "  asked     by session 750d59a1 of a client in a world";
        assert_eq!(
            wrapped(line, 30),
            "  asked     by session\n            750d59a1 of a\n            client in a world"
        );
        assert_eq!(wrapped("one two three four", 9), "one two\nthree\nfour");
        assert_eq!(wrapped("short", 9), "short");
        assert_eq!(wrapped("漢字 漢字 漢字", 9), "漢字 漢字\n漢字");
    }

    #[test]
    fn a_long_word_stays_whole_and_a_style_takes_no_room() {
        assert_eq!(wrapped("open http://127.0.0.1:1/#abcdef now", 12), "open\nhttp://127.0.0.1:1/#abcdef\nnow");
        assert_eq!(columns("\u{1b}[1mbold\u{1b}[0m"), 4);
        assert_eq!(wrapped("\u{1b}[1mone two\u{1b}[0m", 7), "\u{1b}[1mone two\u{1b}[0m");
    }

    #[test]
    fn paragraphs_are_unfolded_and_what_is_set_apart_stays() {
        assert_eq!(unfolded("one\ntwo\n\nthree\n  four\nfive\n"), "one two\n\nthree\n  four\nfive");
    }

    #[test]
    fn l100_breaking_a_line_is_linear() {
        let line = "word ".repeat(200_000);
        let begun = std::time::Instant::now();
        assert!(wrapped(&line, 80).split('\n').all(|line| columns(line) <= 80));
        assert!(begun.elapsed().as_secs() < 20);
    }
}
