//! Where a quoted scalar ends, and whether it was meant to.
//!
//! A text may run over lines, so a missing quote turns everything after it inside out: each text becomes a gap and each gap a
//! text. A text over several lines is therefore believed only if its last quote looks like an end: nothing of a scalar
//! directly behind it, no operator directly before it. Otherwise the text ends with its first line.

use crate::byte_class::ByteClass;

use super::scan::line_end;

/// Finds the ends of quoted scalars. It remembers that no quote follows, so that many open quotes take linear time.
#[derive(Debug, Default)]
pub(super) struct QuoteFinder {
    none_left: bool,
}

impl QuoteFinder {
    /// The end of the quoted scalar that starts at `at`, and whether its closing quote is there.
    #[inline]
    pub(super) fn end(&mut self, text: &[u8], at: usize) -> (usize, bool) {
        let rest = text.get(at + 1..).unwrap_or_default();
        match memchr::memchr3(b'"', b'\\', b'\n', rest) {
            Some(length) if rest[length] == b'"' => (at + length + 2, true),
            _ => self.unusual_end(text, at),
        }
    }

    #[cold]
    fn unusual_end(&mut self, text: &[u8], at: usize) -> (usize, bool) {
        match self.closing(text, at) {
            Some(close) if is_believable(text, at, close) => (close + 1, true),
            _ => {
                let line = &text[at..line_end(text, at)];
                (at + line.trim_ascii_end().len().max(1), false)
            }
        }
    }

    /// The next quote that is not escaped.
    fn closing(&mut self, text: &[u8], at: usize) -> Option<usize> {
        if self.none_left {
            return None;
        }
        let found = memchr::memchr_iter(b'"', &text[at + 1..]).map(|length| at + 1 + length).find(|quote| {
            let before = &text[at + 1..*quote];
            let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
            backslashes % 2 == 0
        });
        self.none_left = found.is_none();
        found
    }
}

/// Whether the quote at `close` ends the text that starts at `at`, and does not start another.
fn is_believable(text: &[u8], at: usize, close: usize) -> bool {
    let Some(last_line) = memchr::memrchr(b'\n', &text[at..close]).map(|length| at + length + 1) else {
        return true;
    };
    let follows = text.get(close + 1).is_some_and(|byte| ByteClass::is_word(*byte));
    let assigned = matches!(text[last_line..close].trim_ascii_end().last(), Some(b'=' | b'<' | b'>'));
    !follows && !assigned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> (&str, bool) {
        let (end, closed) = QuoteFinder::default().end(text.as_bytes(), 0);
        (&text[..end], closed)
    }

    #[test]
    fn a_text_ends_at_its_quote() {
        assert_eq!(first(r#""a" b"#), (r#""a""#, true));
        assert_eq!(first(r#""a\"b" c"#), (r#""a\"b""#, true));
        assert_eq!(first(r#""a\\" c"#), (r#""a\\""#, true));
        assert_eq!(first("\"one\ntwo\" c"), ("\"one\ntwo\"", true));
    }

    #[test]
    fn a_missing_quote_costs_its_line() {
        assert_eq!(first("\"a \r\nb = \"c\""), ("\"a", false));
        assert_eq!(first("\"a\nb \"c\""), ("\"a", false));
        assert_eq!(first("\"a }\nb"), ("\"a }", false));
        assert_eq!(first("\""), ("\"", false));
    }
}
