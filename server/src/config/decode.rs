//! The encodings in which editors save a configuration.

/// Decodes UTF-8, or UTF-16 with a byte order mark, which Windows tools write.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, String> {
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let units = bytes[2..].as_chunks::<2>().0.iter().map(|pair| unit(*pair));
        char::decode_utf16(units).map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => Ok(utf16(u16::from_le_bytes)),
        [0xfe, 0xff, ..] => Ok(utf16(u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        bytes => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Result<String, String> {
    str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        format!("line {line} is not UTF-8; save the file as UTF-8")
    })
}
