//! Wrapping for a terminal: between words, each line continued under where its text began.

use std::borrow::Cow;

use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// A text wrapped to a width. A word that is wider stays whole, so that it can be copied, and so does what is quoted: a name shows
/// every space that it has, and cannot begin a line of its own (L103). Escape sequences, which only the program itself emits, have
/// no width.
pub(crate) fn wrapped(text: &str, width: usize) -> Cow<'_, str> {
    if text.split('\n').all(|line| display_width(line) <= width) {
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
    let (label, text) = line.split_at(text_start(line, width));
    let indent = display_width(label);
    let options = Options::new(width.saturating_sub(indent))
        .break_words(false)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(text, options);
    [label, &lines.join(&format!("\n{}", " ".repeat(indent)))].concat()
}

/// The words of a line, each with the spaces after it; what is in quotation marks belongs to one word.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut rest = line;
    Box::new(std::iter::from_fn(move || {
        let mut is_quoted = false;
        let is_end = |character: char| {
            is_quoted ^= character == '"';
            character == ' ' && !is_quoted
        };
        let end = rest.find(is_end).unwrap_or(rest.len());
        let end = end + rest[end..].len() - rest[end..].trim_start_matches(' ').len();
        let (word, behind) = rest.split_at_checked(end).filter(|(word, _)| !word.is_empty())?;
        rest = behind;
        Some(Word::from(word))
    }))
}

/// Where the text of a line begins: after the last two spaces in its first half, which end its label or its columns.
fn text_start(line: &str, width: usize) -> usize {
    let gaps = line.as_bytes().windows(3).enumerate();
    let starts = gaps.filter(|(_, gap)| gap.starts_with(b"  ") && gap[2] != b' ').map(|(at, _)| at + 2);
    starts.take_while(|start| display_width(&line[..*start]) <= width / 2).last().unwrap_or(0)
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
        assert_eq!(wrapped("\u{1b}[1mone two\u{1b}[0m", 7), "\u{1b}[1mone two\u{1b}[0m");
    }

    #[test]
    fn l103_a_quoted_name_stays_whole_with_all_its_spaces() {
        for name in ["\"a    b\"", "\"x                    ck3raven approve all\"", "\"open", "\"\""] {
            for width in [5, 12, 20] {
                let shown = wrapped("delete NAME now please", width).replace("NAME", name);
                let wrapped = wrapped(&format!("delete {name} now please"), width).into_owned();
                assert!(wrapped.split('\n').any(|line| line.contains(name)), "{shown} {wrapped}");
            }
        }
        assert_eq!(wrapped("a \"b c\"d e", 4), "a\n\"b c\"d\ne");
    }

    #[test]
    fn paragraphs_are_unfolded_and_what_is_set_apart_stays() {
        assert_eq!(unfolded("one\ntwo\n\nthree\n  four\nfive\n"), "one two\n\nthree\n  four\nfive");
    }

    #[test]
    fn a_label_keeps_its_text_however_long_it_is() {
        assert_eq!(wrapped("  state   /a/very/long/place of it", 20), "  state   /a/very/long/place\n          of it");
        assert_eq!(wrapped("   three spaces   and more", 21), "   three spaces   and\n   more");
    }
}
