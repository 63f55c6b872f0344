//! How a file encodes its text, and the mapping from the text back to the file.

use std::borrow::Cow;

/// U+FEFF in UTF-8.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How a file encodes its text, detected by its first bytes.
///
/// A file without a byte order mark is assumed to be UTF-8; bytes that are not UTF-8 pass through the parser unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceEncoding {
    /// No byte order mark: UTF-8, or an old Windows encoding.
    Unmarked,
    /// UTF-8 with a byte order mark, which is what the game wants.
    Utf8Bom,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
}

impl SourceEncoding {
    /// Tells the encoding by the first bytes.
    pub fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0xFF, 0xFE, ..] => Self::Utf16Le,
            [0xFE, 0xFF, ..] => Self::Utf16Be,
            _ if bytes.starts_with(BOM) => Self::Utf8Bom,
            _ => Self::Unmarked,
        }
    }

    /// Whether the text had to be converted, so that its offsets are not those of the file.
    pub fn is_utf16(self) -> bool {
        matches!(self, Self::Utf16Le | Self::Utf16Be)
    }

    /// How many bytes of the file a part of its text stands for.
    ///
    /// ```
    /// use ck3_script::SourceEncoding;
    /// assert_eq!(SourceEncoding::Utf16Le.encoded_len("ä=".as_bytes()), 4);
    /// assert_eq!(SourceEncoding::Unmarked.encoded_len(b"a="), 2);
    /// ```
    pub fn encoded_len(self, text: &[u8]) -> usize {
        if self.is_utf16() {
            String::from_utf8_lossy(text).chars().map(|character| character.len_utf16() * 2).sum()
        } else {
            text.len()
        }
    }
}

/// The text of a file: its own bytes, or UTF-8 converted from UTF-16. The byte order mark is part of it.
///
/// Half a surrogate pair, and an odd last byte, become U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, [u8]> {
    let unit: fn([u8; 2]) -> u16 = match SourceEncoding::of(bytes) {
        SourceEncoding::Utf16Le => u16::from_le_bytes,
        SourceEncoding::Utf16Be => u16::from_be_bytes,
        SourceEncoding::Unmarked | SourceEncoding::Utf8Bom => return Cow::Borrowed(bytes),
    };
    let (pairs, odd) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut text = String::with_capacity(bytes.len());
    text.extend(char::decode_utf16(units).map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text.extend(odd.iter().map(|_| char::REPLACEMENT_CHARACTER));
    Cow::Owned(text.into_bytes())
}

/// The offset in the file of an offset in the text that [`decode`] made of it.
pub(crate) fn original_offset(bytes: &[u8], text: &[u8], offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    SourceEncoding::of(bytes).encoded_len(before).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_in_utf16_lead_back_to_the_file() {
        let file: Vec<u8> = "\u{feff}ä😀=x".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let text = decode(&file);
        assert_eq!(&*text, "\u{feff}ä😀=x".as_bytes());
        let equals = memchr::memchr(b'=', &text).unwrap();
        let original = original_offset(&file, &text, equals);
        assert_eq!(file[original..original + 2], [b'=', 0]);
    }

    #[test]
    fn half_a_character_is_replaced() {
        assert_eq!(&*decode(&[0xFF, 0xFE, 0x00, 0xD8, b'a', 0, b'b']), "\u{feff}\u{fffd}a\u{fffd}".as_bytes());
    }
}
