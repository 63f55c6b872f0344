//! Skips a block without looking at what is in it: braces, quotes and comments are all that counts.

use super::scan::line_end;
use super::strings::QuoteFinder;
use super::swar;

/// The `}` of the block whose inside starts at `at`; `None` if the text ends first.
pub(super) fn closing_brace(text: &[u8], mut at: usize, quotes: &mut QuoteFinder) -> Option<usize> {
    let mut depth = 0_usize;
    loop {
        at = next_mark(text, at)?;
        match text[at] {
            b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at),
            b'}' => depth -= 1,
            b'#' => {
                at = line_end(text, at);
                continue;
            }
            _ => {
                at = quotes.end(text, at).0;
                continue;
            }
        }
        at += 1;
    }
}

/// The next brace, quote or `#`, eight bytes at a time.
#[inline]
fn next_mark(text: &[u8], mut at: usize) -> Option<usize> {
    while let Some(chunk) = text.get(at..)?.first_chunk::<8>() {
        let bytes = u64::from_le_bytes(*chunk);
        // `"` and `#` differ in their lowest bit alone.
        let quotes = swar::equal(bytes & !swar::all(1), b'"');
        let marks = swar::equal(bytes, b'{') | swar::equal(bytes, b'}') | quotes;
        if marks != 0 {
            return Some(at + swar::first(marks));
        }
        at += 8;
    }
    let tail = text.get(at..)?;
    tail.iter().position(|byte| matches!(byte, b'{' | b'}' | b'"' | b'#')).map(|index| at + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_found_wherever_it_stands() {
        for mark in *b"{}\"#" {
            for at in 0..40 {
                let mut text = b"abc!z|~y\x7f\x80\xff$".repeat(4);
                text.insert(at, mark);
                assert_eq!(next_mark(&text, 0), Some(at));
            }
        }
        assert_eq!(next_mark(b"abcdefghijklmnop", 3), None);
    }

    #[test]
    fn marks_in_texts_and_comments_do_not_count() {
        let text = b" a = { b } \"}\" # }\n c } d";
        assert_eq!(closing_brace(text, 0, &mut QuoteFinder::default()), Some(text.len() - 3));
        assert_eq!(closing_brace(b"{}", 0, &mut QuoteFinder::default()), None);
    }
}
