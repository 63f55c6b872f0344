//! How a file's text is written.

use reply_macros::ReplyData;

/// The byte order mark of UTF-8, which Paradox localisation needs.
pub(crate) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// How a file's text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum Encoding {
    /// UTF-8 without a mark; plain ASCII too.
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8WithBom,
    /// UTF-16, little end first, with a mark.
    Utf16Le,
    /// UTF-16, big end first, with a mark.
    Utf16Be,
    /// The Western code page of Windows: what is not UTF-8 and has no zero bytes.
    Windows1252,
    /// No text.
    Binary,
}

impl Encoding {
    /// The encoding of a content, and its text without the mark, unless it is binary.
    pub(crate) fn decode(content: &[u8]) -> (Self, Option<String>) {
        if let Some(rest) = content.strip_prefix(BOM)
            && let Ok(text) = std::str::from_utf8(rest)
        {
            return (Self::Utf8WithBom, Some(text.to_owned()));
        }
        let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
            let (units, odd) = rest.as_chunks::<2>();
            let units: Vec<u16> = units.iter().map(|pair| unit(*pair)).collect();
            if odd.is_empty() { String::from_utf16(&units).ok() } else { None }
        };
        if let Some(text) = content.strip_prefix(b"\xFF\xFE").and_then(|rest| wide(rest, u16::from_le_bytes)) {
            return (Self::Utf16Le, Some(text));
        }
        if let Some(text) = content.strip_prefix(b"\xFE\xFF").and_then(|rest| wide(rest, u16::from_be_bytes)) {
            return (Self::Utf16Be, Some(text));
        }
        if content.contains(&0) {
            return (Self::Binary, None);
        }
        match std::str::from_utf8(content) {
            Ok(text) => (Self::Utf8, Some(text.to_owned())),
            Err(_) if is_mostly_text(content) => {
                (Self::Windows1252, Some(content.iter().map(|byte| windows_1252(*byte)).collect()))
            }
            Err(_) => (Self::Binary, None),
        }
    }
}

/// Compressed and compiled files are full of control characters; texts have few but tabs and line ends.
fn is_mostly_text(content: &[u8]) -> bool {
    let control = content.iter().filter(|byte| **byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')).count();
    control * 100 <= content.len()
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_told_apart() {
        for (content, encoding, text) in [
            (&b"trait = x"[..], Encoding::Utf8, Some("trait = x")),
            (b"\xEF\xBB\xBFl_english:", Encoding::Utf8WithBom, Some("l_english:")),
            (b"\xFF\xFEa\0b\0", Encoding::Utf16Le, Some("ab")),
            (b"\xFE\xFF\0a\0b", Encoding::Utf16Be, Some("ab")),
            (b"J\xF3zsef \x80", Encoding::Windows1252, Some("József €")),
            (b"DDS \0\0\x01", Encoding::Binary, None),
            (b"\x89PNG\x0d\x0a\x1a\x01\x02\x03", Encoding::Binary, None),
            (b"", Encoding::Utf8, Some("")),
        ] {
            let (found, decoded) = Encoding::decode(content);
            assert_eq!((found, decoded.as_deref()), (encoding, text), "{content:?}");
        }
    }
}
