//! Text encodings of files.

use std::borrow::Cow;

use encoding_rs::{EncoderResult, WINDOWS_1252};
use reply_kit::ReplyData;

/// The byte order mark of UTF-8, which Paradox localisation needs.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The encoding of a file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum Encoding {
    /// UTF-8 without a mark; plain ASCII too.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8WithBom,
    /// UTF-16, little-endian, with a mark.
    Utf16Le,
    /// UTF-16, big-endian, with a mark.
    Utf16Be,
    /// Windows-1252: anything that is not UTF-8 and has no zero bytes.
    Windows1252,
    /// Not text.
    Binary,
}

impl Encoding {
    /// The encoding of a content.
    pub(crate) fn of(content: &[u8]) -> Self {
        if let Some(rest) = content.strip_prefix(BOM)
            && std::str::from_utf8(rest).is_ok()
        {
            return Self::Utf8WithBom;
        }
        // UTF-32 begins like UTF-16; it is not read, so that it is never written as something else.
        if content.starts_with(b"\xFF\xFE\0\0") || content.starts_with(b"\0\0\xFE\xFF") {
            return Self::Binary;
        }
        let is_wide = |mark: &[u8], unit: fn([u8; 2]) -> u16| {
            let units = content.strip_prefix(mark).map(<[u8]>::as_chunks::<2>);
            units.is_some_and(|(units, odd)| odd.is_empty() && from_wide(units, unit).all(|unit| unit.is_ok()))
        };
        if is_wide(b"\xFF\xFE", u16::from_le_bytes) {
            return Self::Utf16Le;
        }
        if is_wide(b"\xFE\xFF", u16::from_be_bytes) {
            return Self::Utf16Be;
        }
        // Invalid UTF-16 after its mark, and UTF-16 without a mark: the intended encoding is unknown.
        if content.contains(&0) || content.starts_with(b"\xFF\xFE") || content.starts_with(b"\xFE\xFF") {
            return Self::Binary;
        }
        match std::str::from_utf8(content) {
            Ok(_) => Self::Utf8,
            Err(_) if is_mostly_text(content) => Self::Windows1252,
            Err(_) => Self::Binary,
        }
    }

    /// The encoding of a content, and its text without the mark, unless it is binary. UTF-8 is not copied (L100).
    pub(crate) fn decode(content: &[u8]) -> (Self, Option<Cow<'_, str>>) {
        let encoding = Self::of(content);
        (encoding, encoding.decode_part(content.get(encoding.mark_len()..).unwrap_or_default()))
    }

    /// The length of the byte order mark of this encoding.
    pub(crate) const fn mark_len(self) -> usize {
        match self {
            Self::Utf8WithBom => BOM.len(),
            Self::Utf16Le | Self::Utf16Be => 2,
            Self::Utf8 | Self::Windows1252 | Self::Binary => 0,
        }
    }

    /// The next place where a character can begin.
    pub(crate) const fn next_unit(self, at: usize) -> usize {
        match self {
            Self::Utf16Le | Self::Utf16Be => at.next_multiple_of(2),
            Self::Utf8 | Self::Utf8WithBom | Self::Windows1252 | Self::Binary => at,
        }
    }

    /// The text of a range of a content, without its mark; characters that the range cuts are left out.
    pub(crate) fn decode_part(self, part: &[u8]) -> Option<Cow<'_, str>> {
        let wide = |unit| from_wide(part.as_chunks::<2>().0, unit).filter_map(Result::ok).collect::<String>().into();
        match self {
            Self::Utf8 | Self::Utf8WithBom => Some(whole_characters(part).into()),
            Self::Utf16Le => Some(wide(u16::from_le_bytes)),
            Self::Utf16Be => Some(wide(u16::from_be_bytes)),
            Self::Windows1252 => Some(WINDOWS_1252.decode_without_bom_handling(part).0),
            Self::Binary => None,
        }
    }
}

fn from_wide(
    units: &[[u8; 2]],
    unit: fn([u8; 2]) -> u16,
) -> impl Iterator<Item = Result<char, std::char::DecodeUtf16Error>> {
    char::decode_utf16(units.iter().map(move |pair| unit(*pair)))
}

/// The whole characters in a range of UTF-8.
fn whole_characters(part: &[u8]) -> &str {
    let is_inside = |byte: &u8| byte & 0xC0 == 0x80;
    let start = part.iter().take(3).take_while(|byte| is_inside(byte)).count();
    part[start..].utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// The first character that an encoding cannot represent, or that would not decode to the same character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnencodableCharError {
    pub(crate) character: char,
    /// Its line, counted from 1.
    pub(crate) line: usize,
}

impl UnencodableCharError {
    /// The first zero byte of a content that is binary because of it.
    pub(crate) fn zero_in(content: &[u8]) -> Self {
        let before = content.split(|byte| *byte == 0).next().unwrap_or_default();
        Self { character: '\0', line: 1 + memchr::memchr_iter(b'\n', before).count() }
    }
}

impl Encoding {
    /// A text in this encoding, with its mark. Decoding the result gives the same text.
    pub(crate) fn encode(self, text: &str) -> Result<Vec<u8>, UnencodableCharError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match self {
            Self::Utf8 | Self::Binary => Ok(text.as_bytes().to_owned()),
            Self::Utf8WithBom => Ok([BOM, text.as_bytes()].concat()),
            Self::Utf16Le => Ok(wide(*b"\xFF\xFE", text, u16::to_le_bytes)),
            Self::Utf16Be => Ok(wide(*b"\xFE\xFF", text, u16::to_be_bytes)),
            Self::Windows1252 => narrow(text),
        }
    }
}

fn wide(mark: [u8; 2], text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect()
}

fn narrow(text: &str) -> Result<Vec<u8>, UnencodableCharError> {
    let unencodable = |character, end: usize| UnencodableCharError { character, line: 1 + line_feeds(&text[..end]) };
    let mut content = Vec::with_capacity(text.len());
    let mut encoder = WINDOWS_1252.new_encoder();
    if let (EncoderResult::Unmappable(character), read) =
        encoder.encode_from_utf8_to_vec_without_replacement(text, &mut content, true)
    {
        return Err(unencodable(character, read));
    }
    // Some sequences of these bytes are valid UTF-8, and would be decoded as such.
    match text.char_indices().find(|(_, character)| !character.is_ascii()) {
        Some((at, character)) if Encoding::of(&content) != Encoding::Windows1252 => Err(unencodable(character, at)),
        _ => Ok(content),
    }
}

/// The line endings of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum LineEnds {
    /// No line ending.
    None,
    /// LF.
    Lf,
    /// CRLF.
    Crlf,
    /// Both.
    Mixed,
}

impl LineEnds {
    pub(crate) fn of(text: &str) -> Self {
        let feeds = line_feeds(text);
        let pairs = text.matches("\r\n").count();
        match (feeds, pairs) {
            (0, _) => Self::None,
            (_, 0) => Self::Lf,
            (feeds, pairs) if feeds == pairs => Self::Crlf,
            _ => Self::Mixed,
        }
    }
}

fn line_feeds(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// Whether every line ends with CRLF.
pub(crate) fn is_crlf(text: &str) -> bool {
    let pairs = text.matches("\r\n").count();
    let returns = memchr::memchr_iter(b'\r', text.as_bytes()).count();
    pairs > 0 && pairs == line_feeds(text) && pairs == returns
}

/// Compressed and compiled files are full of control characters; texts have few besides tabs and line endings.
fn is_mostly_text(content: &[u8]) -> bool {
    let control = content.iter().filter(|byte| **byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')).count();
    control * 100 <= content.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_distinguished() {
        for (content, encoding, text) in [
            (&b"trait = x"[..], Encoding::Utf8, Some("trait = x")),
            (b"\xEF\xBB\xBFl_english:", Encoding::Utf8WithBom, Some("l_english:")),
            (b"\xFF\xFEa\0b\0", Encoding::Utf16Le, Some("ab")),
            (b"\xFE\xFF\0a\0b", Encoding::Utf16Be, Some("ab")),
            (b"J\xF3zsef \x80", Encoding::Windows1252, Some("József €")),
            (b"DDS \0\0\x01", Encoding::Binary, None),
            (b"\xFF\xFEa\0b", Encoding::Binary, None),
            (b"\xFE\xFFxyz", Encoding::Binary, None),
            (b"a\0b\0", Encoding::Binary, None),
            (b"\xFF\xFE\0\0a\0\0\0", Encoding::Binary, None),
            (b"\0\0\xFE\xFF\0\0\0a", Encoding::Binary, None),
            (b"\x89PNG\x0d\x0a\x1a\x01\x02\x03", Encoding::Binary, None),
            (b"", Encoding::Utf8, Some("")),
        ] {
            let (found, decoded) = Encoding::decode(content);
            assert_eq!((found, decoded.as_deref()), (encoding, text), "{content:?}");
        }
    }

    #[test]
    fn what_is_encoded_is_decoded_to_the_same_text() {
        for text in ["", "a\nb\r\n", "József €", "\u{1F451}"] {
            for encoding in [Encoding::Utf8, Encoding::Utf8WithBom, Encoding::Utf16Le, Encoding::Utf16Be] {
                let encoded = encoding.encode(text).unwrap();
                let (_, decoded) = Encoding::decode(&encoded);
                assert_eq!(decoded.as_deref(), Some(text), "{encoding:?}");
            }
        }
        for byte in 0x80..=0xff_u8 {
            let text = format!("x{}x", WINDOWS_1252.decode_without_bom_handling(&[byte]).0);
            assert_eq!(Encoding::Windows1252.encode(&text), Ok(vec![b'x', byte, b'x']));
        }
        // The bytes of the last one are also valid UTF-8 for another text.
        for (text, character, line) in [("a\nb\u{1F451}", '\u{1F451}', 2), ("Ω", 'Ω', 1), ("\n\nÃ©", 'Ã', 3)] {
            assert_eq!(Encoding::Windows1252.encode(text), Err(UnencodableCharError { character, line }), "{text}");
        }
    }

    #[test]
    fn only_a_text_whose_every_line_ends_so_has_windows_line_ends() {
        for (text, expected) in [
            ("", false),
            ("a", false),
            ("a\r\n", true),
            ("a\r\nb", true),
            ("\r\n\r\n", true),
            ("a\r\nb\n", false),
            ("\n", false),
            ("a\rb\r\n", false),
            ("a\r\n\r", false),
            ("\r\r\n", false),
        ] {
            assert_eq!(is_crlf(text), expected, "{text:?}");
        }
    }
}
