//! Text of a file as it is shown to a person: nothing in it can hide or move the cursor.

use std::fmt::Write as _;

/// How many characters of a name a message shows.
const MAX_SHOWN: usize = 60;

/// A piece of a file for use in a sentence: in backticks, on one line, cut if it is long.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let mut shown = String::from("`");
    // A character is at most four bytes: no more than these are looked at.
    let head = bytes.get(..MAX_SHOWN * 4).unwrap_or(bytes);
    let characters = characters(head);
    for (text, _) in characters.iter().take(MAX_SHOWN) {
        shown.push_str(text);
    }
    if characters.len() > MAX_SHOWN || head.len() < bytes.len() {
        shown.push('…');
    }
    shown.push('`');
    shown
}

/// Each character as it is shown, with the number of bytes it stands for.
pub(crate) fn characters(bytes: &[u8]) -> Vec<(String, usize)> {
    let mut shown = Vec::new();
    for chunk in bytes.utf8_chunks() {
        shown.extend(chunk.valid().chars().map(|character| (visible(character), character.len_utf8())));
        shown.extend(chunk.invalid().iter().map(|byte| (format!("\\x{byte:02X}"), 1)));
    }
    shown
}

fn visible(character: char) -> String {
    let mut shown = String::new();
    match character {
        '\t' => shown.push_str("    "),
        '\0'..='\u{1f}' => shown.extend(char::from_u32(0x2400 + u32::from(character))),
        '\u{7f}' => shown.push('␡'),
        _ if is_invisible(character) => {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        }
        _ => shown.push(character),
    }
    shown
}

/// Controls above ASCII, and marks that take no room, reorder text or look like nothing: what `reply-core` calls invisible, on which
/// this crate does not depend, and the blank that does not break a line.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{205f}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{13440}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
        || u32::from(character) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown() {
        assert_eq!(quoted(b"a\x1ab\x7f\x92\n"), "`a␚b␡\\x92␊`");
        assert_eq!(quoted("a\u{202e}b\u{feff}".as_bytes()), "`a\\u{202e}b\\u{feff}`");
        assert_eq!(quoted("\u{2800}\u{3164}\u{fe0f}".as_bytes()), "`\\u{2800}\\u{3164}\\u{fe0f}`");
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(quoted(&[b'x'; 1000]), format!("`{}…`", "x".repeat(MAX_SHOWN)));
    }
}
