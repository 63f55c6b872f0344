//! A part of what was read, as reply data: decoded as `read` decodes it (L49).

use std::ops::Range;

use reply_kit::Verbatim;

use crate::read::bulk::bytes::SourceBytes;
use crate::world::WorldAdapter;

/// The most bytes of one excerpt, whatever was asked for.
pub const MAX_EXCERPT: usize = 256 * 1024;

/// A part of a file's text.
#[derive(Clone, Debug)]
pub struct Excerpt {
    /// The text.
    pub text: Verbatim,
    /// Whether it ends before the range does.
    pub is_cut: bool,
}

impl WorldAdapter {
    /// The text in a range of bytes, at most `limit` bytes of it. `None` if the file is binary.
    ///
    /// A character that the range cuts is left out. A byte order mark is not part of the text.
    pub fn excerpt(&self, bytes: &SourceBytes, range: Range<usize>, limit: usize) -> Option<Excerpt> {
        let encoding = bytes.encoding();
        let limit = limit.min(MAX_EXCERPT);
        let end = range.end.min(bytes.len());
        let start = encoding.next_unit(range.start.max(encoding.mark_len()));
        let part = bytes.get(start..end).unwrap_or_default();
        let kept = &part[..part.len().min(limit)];
        let text = encoding.decode_part(kept)?;
        Some(Excerpt {
            text: Verbatim::read_from_file(&self.voice, text.into_owned()),
            is_cut: kept.len() < part.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::read::encoding::Encoding;

    #[test]
    fn a_part_is_decoded_as_the_whole_is() {
        for content in [
            "a é 漢\nb".as_bytes().to_vec(),
            Encoding::Utf8WithBom.encode("l_english:\n é").unwrap(),
            Encoding::Utf16Le.encode("ab é 👑").unwrap(),
            Encoding::Utf16Be.encode("ab é 👑").unwrap(),
            b"J\xF3zsef \x80".to_vec(),
        ] {
            let (encoding, text) = Encoding::decode(&content);
            assert_eq!(Encoding::of(&content), encoding);
            let rest = &content[encoding.mark_len()..];
            assert_eq!(encoding.decode_part(rest), text);
            // Wherever it is cut, it is still a part of the text.
            for end in 0..rest.len() {
                let part = encoding.decode_part(&rest[..end]).unwrap();
                assert!(text.as_deref().unwrap().starts_with(&*part), "{encoding:?} {end} {part}");
            }
        }
        assert_eq!(Encoding::Binary.decode_part(b"x"), None);
    }
}
