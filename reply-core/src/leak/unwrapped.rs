//! A text as it reads once every escape in it is undone, however deep they are nested, in one pass.
//!
//! Bytes are pushed one after the other. Whenever the end of what was pushed is a whole escape, the escape gives way to the
//! character that it stands for, which may complete an escape in turn: `%252f` is `%25`, then `%`, then `%2f`, then `/`. Each
//! replacement makes the text shorter, so there are fewer of them than bytes, and nothing is decoded twice.

use super::steps;
use crate::data::visible::{is_invisible, is_space_lookalike};

/// The unwrapped text and where it first differs, or `None` if there is nothing to unwrap.
pub(super) fn unwrapped(text: &str) -> Option<(Vec<u8>, usize)> {
    let first = first_difference(text)?;
    let mut out = Unwrapped { bytes: Vec::with_capacity(text.len()) };
    out.bytes.extend_from_slice(&text.as_bytes()[..first]);
    for character in text[first..].chars() {
        out.push(character);
    }
    Some((out.bytes, first))
}

/// Where an escape, an invisible character or a look-alike of a separator may be.
fn first_difference(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_escape = |at: &usize| {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        match bytes[*at] {
            b'%' => next.is_ascii_hexdigit() || matches!(next, b'u' | b'U'),
            b'\\' => matches!(next, b'u' | b'U' | b'x' | b'X' | b'0'..=b'7'),
            _ => next == b'#' || next.is_ascii_alphabetic(),
        }
    };
    let escape = memchr::memchr3_iter(b'%', b'\\', b'&', bytes).inspect(|_| steps::count(1)).find(is_escape);
    let rest = &text[..escape.unwrap_or(text.len())];
    // Most text is plain ASCII, which the smallest and the largest byte show; only other text is examined character by
    // character.
    let (least, most) = rest.bytes().fold((u8::MAX, 0), |(least, most), byte| (byte.min(least), byte.max(most)));
    let is_plain = most < 0x7f && (least >= 0x20 || rest.bytes().all(|byte| matches!(byte, 9..=13 | 0x1c..=0x7e)));
    let other = if is_plain {
        None
    } else {
        steps::count(rest.len());
        rest.find(|character| unfolded(character) != Fold::Same)
    };
    other.or(escape)
}

/// How a character reads to somebody who looks for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fold {
    /// Itself.
    Same,
    /// Nothing: it cannot be seen.
    Nothing,
    /// It looks like this one.
    As(u8),
}

fn unfolded(character: char) -> Fold {
    match character {
        '\u{9}'..='\u{d}' | '\u{1c}'..='\u{7e}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Fold::Same,
        '／' | '⁄' | '∕' | '⧸' => Fold::As(b'/'),
        '＼' | '﹨' | '⧹' | '∖' => Fold::As(b'\\'),
        '：' | '﹕' | '︓' | '∶' | '꞉' => Fold::As(b':'),
        '％' | '﹪' => Fold::As(b'%'),
        '～' | '∼' | '˜' => Fold::As(b'~'),
        _ if is_space_lookalike(character) => Fold::As(b' '),
        _ if is_invisible(character) => Fold::Nothing,
        _ => Fold::Same,
    }
}

struct Unwrapped {
    bytes: Vec<u8>,
}

impl Unwrapped {
    /// Takes a character of the text, then undoes every escape that it completes.
    fn push(&mut self, character: char) {
        steps::count(1);
        self.add(character);
        while let Some((length, decoded)) = escape_at_end(&self.bytes) {
            steps::count(1);
            self.bytes.truncate(self.bytes.len() - length);
            match decoded {
                Decoded::Byte(byte) => self.add_byte(byte),
                Decoded::Character(character) => self.add(character),
            }
        }
    }

    fn add(&mut self, character: char) {
        match unfolded(character) {
            Fold::Same => self.bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
            Fold::As(byte) => self.bytes.push(byte),
            Fold::Nothing => {}
        }
    }

    /// A byte that stood as an escape. Several may be a character together, and then that one counts; `%c0%af` is a slash to
    /// a lenient reader.
    fn add_byte(&mut self, byte: u8) {
        self.bytes.push(byte);
        if byte < 0x80 {
            if unfolded(char::from(byte)) == Fold::Nothing {
                self.bytes.pop();
            }
            return;
        }
        let (length, character) = match self.bytes[..] {
            [.., 0xc0, 0xaf] => (2, '/'),
            [.., 0xc1, 0x9c] => (2, '\\'),
            [.., 0xc0, 0xba] => (2, ':'),
            _ => match (2..=4).find_map(|length| last_character(&self.bytes, length)) {
                Some(found) => found,
                None => return,
            },
        };
        self.bytes.truncate(self.bytes.len() - length);
        self.add(character);
    }
}

/// The character that the last `length` bytes are.
fn last_character(bytes: &[u8], length: usize) -> Option<(usize, char)> {
    let tail = &bytes[bytes.len().checked_sub(length)?..];
    let mut characters = std::str::from_utf8(tail).ok()?.chars();
    let character = characters.next().filter(|character| character.len_utf8() == length)?;
    Some((length, character))
}

#[derive(Clone, Copy, Debug)]
enum Decoded {
    Byte(u8),
    Character(char),
}

/// The longest escape looked for, `\u{10ffff}` and `&#1114111;`; entities with more zeros than this are left alone.
const MAX_ESCAPE: usize = 12;

/// The escape that the bytes end in: its length and what it stands for.
fn escape_at_end(bytes: &[u8]) -> Option<(usize, Decoded)> {
    let tail = &bytes[bytes.len().saturating_sub(MAX_ESCAPE)..];
    match tail.last()? {
        b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F' => digits_at_end(tail),
        b'}' => {
            let start = tail.iter().rposition(|byte| *byte == b'\\')?;
            let inner = tail[start..].strip_suffix(b"}")?;
            let digits = inner.strip_prefix(br"\u{").or_else(|| inner.strip_prefix(br"\x{"))?;
            Some((tail.len() - start, Decoded::Character(number(digits, 16)?)))
        }
        b';' => {
            let start = tail.iter().rposition(|byte| *byte == b'&')?;
            Some((tail.len() - start, Decoded::Character(entity(&tail[start + 1..tail.len() - 1])?)))
        }
        _ => None,
    }
}

/// `%2f`, `\x2f`, `\057`, `\u002f`, `%u002f`, `\U0000002f`.
fn digits_at_end(tail: &[u8]) -> Option<(usize, Decoded)> {
    let end = |length: usize| tail.len().checked_sub(length).map(|start| &tail[start..]);
    if let Some([b'%', digits @ ..]) = end(3) {
        return Some((3, Decoded::Byte(byte(digits, 16)?)));
    }
    if let Some([b'\\', b'x' | b'X', digits @ ..]) = end(4) {
        return Some((4, Decoded::Byte(byte(digits, 16)?)));
    }
    if let Some([b'\\', digits @ ..]) = end(4)
        && let Some(byte) = byte(digits, 8)
    {
        return Some((4, Decoded::Byte(byte)));
    }
    if let Some([b'\\' | b'%', b'u', digits @ ..]) = end(6) {
        return Some((6, Decoded::Character(number(digits, 16)?)));
    }
    if let Some([b'\\', b'U', digits @ ..]) = end(10) {
        return Some((10, Decoded::Character(number(digits, 16)?)));
    }
    None
}

fn byte(digits: &[u8], radix: u32) -> Option<u8> {
    number(digits, radix).and_then(|character| u8::try_from(u32::from(character)).ok())
}

fn number(digits: &[u8], radix: u32) -> Option<char> {
    let digits = std::str::from_utf8(digits).ok()?;
    let is_plain = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    let value = is_plain.then(|| u32::from_str_radix(digits, radix).ok()).flatten()?;
    char::from_u32(value)
}

/// What stands between `&` and `;`.
fn entity(name: &[u8]) -> Option<char> {
    match name {
        [b'#', b'x' | b'X', digits @ ..] => number(digits, 16),
        [b'#', digits @ ..] => number(digits, 10),
        b"sol" => Some('/'),
        b"bsol" => Some('\\'),
        b"colon" => Some(':'),
        b"percnt" => Some('%'),
        b"amp" => Some('&'),
        b"num" => Some('#'),
        b"semi" => Some(';'),
        b"nbsp" => Some('\u{a0}'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    fn read(text: &str) -> String {
        unwrapped(text).map_or_else(|| text.to_owned(), |(bytes, _)| String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn every_way_to_write_a_slash_is_one() {
        for text in [
            "%2f",
            "%2F",
            "%252f",
            "%25252F",
            "%u002f",
            r"\u002f",
            r"\u{2f}",
            r"\u{00002f}",
            r"\x2f",
            r"\x{2f}",
            r"\U0000002f",
            r"\057",
            "&#47;",
            "&#047;",
            "&#x2f;",
            "&#X2F;",
            "&sol;",
            "&amp;sol;",
            "&amp;#47;",
            "&amp;amp;#47;",
            "%5Cu002f",
            "%5cx2f",
            r"\u00252f",
            r"\x252f",
            r"\u005cu002f",
            r"\x5cx2f",
            "%26%2347%3B",
            "%%32f",
            "%2%66",
            "%%32%66",
            "%c0%af",
            "%C0%AF",
            "%ef%bc%8f",
            "／",
            "∕",
            "%25ef%25bc%258f",
        ] {
            assert_eq!(read(text), "/", "{text}");
        }
        assert_eq!(read(r"\\u002f"), r"\/");
        assert_eq!(read("&nbsp;"), "\u{a0}");
        for (text, mark) in [
            ("&bsol;", r"\"),
            ("%c1%9c", r"\"),
            ("&colon;", ":"),
            ("%c0%ba", ":"),
            ("&percnt;2f", "/"),
            ("&amp;num;", "#"),
            ("&semi;", ";"),
        ] {
            assert_eq!(read(text), mark, "{text}");
        }
        // A number has digits only.
        for text in ["&#+47;", "&#;", "&#x+2f;", "%+f"] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read("C\u{200b}:\u{2060}\\%E2%80%8BUsers"), r"C:\Users");
        assert_eq!(read("a\u{2800}/b\u{7f}"), "a /b");
        assert_eq!(read("/ho\u{7f}me"), "/home");
    }

    #[test]
    fn what_is_not_an_escape_stays() {
        for text in
            ["%", "%2", "%zz", r"\u00", r"\u{}", r"\u{110000}", "&#;", "&#x;", "&;", "&foo;", "100%", r"\n", "é漢😀"]
        {
            assert_eq!(read(text), text);
        }
    }
}
