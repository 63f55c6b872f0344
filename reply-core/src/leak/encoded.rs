//! Paths whose separators are encoded: `%2Fhome%2Fnate`, `C%3A%5C`, `\u002fhome`.

use super::{HostPath, find_host_path};

/// Whether an encoded separator starts here.
pub(super) fn starts_at(bytes: &[u8], at: usize) -> bool {
    decode(&bytes[at..]).is_some()
}

/// Looks again, with the separators decoded. What was encoded twice is decoded twice, since each turn ends here.
#[cold]
pub(super) fn find(text: &str, first: usize) -> Option<HostPath> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let (byte, length) = decode(&bytes[at..]).unwrap_or((*byte, 1));
        decoded.push(byte);
        at += length;
    }
    // Shorter each time, because every escape becomes one byte.
    let decoded = String::from_utf8(decoded).ok()?;
    find_host_path(&decoded).map(|found| HostPath { kind: found.kind, at: first })
}

/// The separator that an escape stands for, and the length of the escape. A percent sign that starts another one counts.
fn decode(bytes: &[u8]) -> Option<(u8, usize)> {
    let (digits, length) = match bytes {
        [b'%', high, low, ..] => ([*high, *low], 3),
        [b'\\', b'u', b'0', b'0', high, low, ..] => ([*high, *low], 6),
        [b'\\', b'x', high, low, ..] => ([*high, *low], 4),
        _ => return None,
    };
    let byte = match [digits[0], digits[1].to_ascii_lowercase()] {
        [b'2', b'f'] => b'/',
        [b'5', b'c'] => b'\\',
        [b'3', b'a'] => b':',
        [b'7', b'e'] => b'~',
        [b'2', b'5'] => b'%',
        _ => return None,
    };
    Some((byte, length))
}
