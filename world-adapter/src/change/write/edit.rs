//! Exact replacement of text: it must match as often as stated, or nothing is changed.

use std::collections::HashSet;

/// Which text to replace by which, and how often it must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The text to replace, exactly.
    pub old: String,
    /// The replacement.
    pub new: String,
    /// How often `old` must occur.
    pub expected_count: usize,
}

/// The effect of a replacement, computed before any memory is spent on it.
pub(crate) struct EditOutcome {
    /// How often the text occurs.
    pub(crate) found: usize,
    /// How many bytes the result has; `None` if they cannot be counted.
    pub(crate) size: Option<usize>,
}

impl Replacement {
    /// Counts the replacements and the size of the result (L100).
    pub(crate) fn outcome(&self, text: &str) -> EditOutcome {
        let found = if self.old.is_empty() { 0 } else { text.matches(&self.old).count() };
        let kept = text.len() - found * self.old.len();
        let size = found.checked_mul(self.new.len()).and_then(|new| kept.checked_add(new));
        EditOutcome { found, size }
    }

    pub(crate) fn apply(&self, text: &str) -> String {
        text.replace(&self.old, &self.new)
    }

    /// The same for a text with LF line endings.
    pub(crate) fn with_line_feeds(&self) -> Self {
        let (old, new) = (self.old.replace("\r\n", "\n"), self.new.replace("\r\n", "\n"));
        Self { old, new, expected_count: self.expected_count }
    }
}

/// How many bytes of a file are searched for a line similar to the wanted one.
const MAX_SEARCHED: usize = 1024 * 1024;
/// How much of a line is shown.
const MAX_SHOWN: usize = 160;

impl Replacement {
    /// The same for a text with CRLF line endings.
    pub(crate) fn with_crlf(&self) -> Self {
        Self { old: with_crlf(&self.old), new: with_crlf(&self.new), expected_count: self.expected_count }
    }

    /// The lines in which the text begins, counted from 1.
    pub(crate) fn lines_in(&self, text: &str) -> impl Iterator<Item = usize> {
        let (mut line, mut counted) = (1, 0);
        let found = if self.old.is_empty() { None } else { Some(text.match_indices(&self.old)) };
        found.into_iter().flatten().map(move |(at, _)| {
            line += text[counted..at].bytes().filter(|byte| *byte == b'\n').count();
            counted = at;
            line
        })
    }

    /// The line of the file that shares the most words with the first line of the wanted text, and its number.
    pub(crate) fn nearest_in<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let wanted: HashSet<&str> = words(self.old.lines().find(|line| !line.trim().is_empty())?).collect();
        let mut searched = 0;
        let mut best: Option<(usize, usize, &str)> = None;
        for (index, line) in text.lines().enumerate() {
            searched += line.len() + 1;
            if searched > MAX_SEARCHED {
                break;
            }
            let shared = words(line).filter(|word| wanted.contains(word)).count().min(wanted.len());
            // At least half of the words must match.
            if shared * 2 >= wanted.len().max(1) && shared > best.map_or(0, |(best, ..)| best) {
                best = Some((shared, index + 1, line));
            }
        }
        best.map(|(_, line, text)| (line, shown(text.trim())))
    }
}

/// A text with CRLF line endings.
pub(crate) fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_').filter(|word| !word.is_empty())
}

fn shown(line: &str) -> &str {
    line.char_indices().nth(MAX_SHOWN).map_or(line, |(end, _)| &line[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l100_the_size_of_a_result_is_known_before_it_is_made() {
        for (text, old, new) in [("aXbX", "X", "long"), ("aaaa", "aa", ""), ("", "x", "y"), ("x", "", "y")] {
            let replacement = Replacement { old: old.into(), new: new.into(), expected_count: 1 };
            let EditOutcome { found, size } = replacement.outcome(text);
            if found > 0 {
                assert_eq!(size, Some(replacement.apply(text).len()));
            }
        }
    }

    #[test]
    fn l105_the_nearest_line_shares_half_of_the_words_and_the_first_of_equals_is_shown() {
        let nearest = |old: &str, text: &str| {
            let replacement = Replacement { old: old.into(), new: String::new(), expected_count: 1 };
            replacement.nearest_in(text).map(|(line, text)| (line, text.to_owned()))
        };
        let text = "one = 1\n\ttwo = { three four }  \ntwo = { three five }\n";
        assert_eq!(nearest("two = { three four six }", text), Some((2, "two = { three four }".to_owned())));
        assert_eq!(nearest("\n  two three", text), Some((2, "two = { three four }".to_owned())), "the first of equals");
        assert_eq!(nearest("one seven", text), Some((1, "one = 1".to_owned())), "half of the words");
        assert_eq!(nearest("one seven eight", text), None, "less than half");
        assert_eq!(
            nearest("three three_four", "three_four\n"),
            Some((1, "three_four".to_owned())),
            "a name is one word"
        );
        assert_eq!(nearest(" \n", text), None);
        assert_eq!(nearest("{ }", "x\n"), None, "no words, no line");
        // The output is short, and the input that is searched is bounded.
        let long = format!("two {}\n", "é".repeat(300));
        assert_eq!(nearest("two", &long).unwrap().1.chars().count(), MAX_SHOWN);
        let far = |bytes: usize| format!("{}\ntwo\n", "x".repeat(bytes));
        assert!(nearest("two", &far(MAX_SEARCHED - 5)).is_some());
        assert!(nearest("two", &far(MAX_SEARCHED - 4)).is_none());
    }
}
