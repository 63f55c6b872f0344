//! Skips a block without looking at what is in it: braces, quotes and comments are all that counts.

use super::scan::line_end;
use super::strings::Quotes;

/// The `}` of the block whose inside starts at `at`; nothing if the text ends first.
pub(super) fn closing_brace(text: &[u8], mut at: usize, quotes: &mut Quotes) -> Option<usize> {
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

const ONES: u64 = u64::MAX / 0xFF;
const HIGH: u64 = ONES * 0x80;

/// The next brace, quote or `#`, eight bytes at a time.
#[inline]
fn next_mark(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let (words, tail) = rest.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // `"` and `#` differ in their lowest bit alone.
        let marks = zeros(word ^ (ONES * 0x7B)) | zeros(word ^ (ONES * 0x7D)) | zeros((word & !ONES) ^ (ONES * 0x22));
        if marks != 0 {
            return Some(at + index * 8 + marks.trailing_zeros() as usize / 8);
        }
    }
    let tail_at = at + words.len() * 8;
    tail.iter().position(|byte| matches!(byte, b'{' | b'}' | b'"' | b'#')).map(|index| tail_at + index)
}

/// Marks the zero bytes of a word by their highest bit; exact up to and including the lowest one.
#[inline]
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGH
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
        assert_eq!(closing_brace(text, 0, &mut Quotes::default()), Some(text.len() - 3));
        assert_eq!(closing_brace(b"{}", 0, &mut Quotes::default()), None);
    }
}
