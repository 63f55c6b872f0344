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

/// Controls above ASCII, and marks that take no room, reorder text or look like nothing.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_shown() {
        assert_eq!(quoted(b"a\x1ab\x7f\x92\n"), "`a␚b␡\\x92␊`");
        assert_eq!(quoted("a\u{202e}b\u{feff}".as_bytes()), "`a\\u{202e}b\\u{feff}`");
    }

    #[test]
    fn a_long_name_is_cut() {
        assert_eq!(quoted(&[b'x'; 1000]), format!("`{}…`", "x".repeat(MAX_SHOWN)));
    }
}
