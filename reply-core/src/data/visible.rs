//! Invisible characters, and making them visible (L103).

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character shows nothing, or changes how its neighbours are shown.
///
/// Control characters, direction marks and overrides, joiners, variation selectors, tags, fillers, spaces that look like an
/// ordinary one, private use and noncharacters. A line break and a tab are among them, because in a name they are invisible.
/// Spaces that people write in names (U+00A0, U+202F, U+3000) are not.
///
/// This is the one list: names, terminals and questions to a person all use it.
///
/// ```
/// use reply_core::is_invisible;
/// assert!(['\u{1b}', '\u{202e}', '\u{200d}', '\u{2800}', '\u{3164}', '\u{fe0f}', '\u{e0041}'].into_iter().all(is_invisible));
/// assert!(!['a', ' ', 'é', '漢', '😀', '™'].into_iter().any(is_invisible));
/// ```
pub const fn is_invisible(character: char) -> bool {
    matches!(character,
        // Control characters.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // Hyphens that show only at a line's end, joiners, marks of direction.
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{13430}'..='\u{13440}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
        || is_space_lookalike(character)
        || matches!(character,
        // Variation selectors, tags, and what else is reserved for them.
        '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}'
        // Private use, and what is not a character at all.
        | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fdd0}'..='\u{fdef}')
        || (character as u32) & 0xfffe == 0xfffe
}

/// Whether a character that is not a space looks like one, or like a space of another width.
pub(crate) const fn is_space_lookalike(character: char) -> bool {
    matches!(
        character,
        '\u{115f}' | '\u{1160}' | '\u{2000}'
            ..='\u{200a}' | '\u{205f}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{16fe4}' | '\u{1d159}'
    )
}

/// A text with each invisible character as its escape, `\u{202e}`.
///
/// For terminals and for questions to a person, where a character could otherwise move the cursor, reverse the line or hide.
/// Data for agents is not changed by it: an agent must be able to repeat a name exactly.
///
/// ```
/// use reply_core::visible;
/// assert_eq!(visible("root:game"), "root:game");
/// assert_eq!(visible("a\u{202e}txt.exe\u{1b}[2J\n"), "a\\u{202e}txt.exe\\u{1b}[2J\\u{a}");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_invisible) else { return Cow::Borrowed(text) };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);
    for character in text[first..].chars() {
        if is_invisible(character) {
            // Writing to a string does not fail.
            let _ = write!(shown, "{}", character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l103_every_kind_of_invisible_character_is_known() {
        let table = [
            ("control", "\0\t\n\r\u{1b}\u{7f}\u{85}\u{9b}"),
            ("bidi", "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"),
            ("joiner", "\u{ad}\u{34f}\u{180e}\u{200b}\u{200c}\u{200d}\u{2060}\u{2061}\u{2062}\u{2063}\u{2064}\u{feff}"),
            ("line", "\u{2028}\u{2029}"),
            ("filler", "\u{115f}\u{1160}\u{2800}\u{3164}\u{ffa0}"),
            ("blank", "\u{2000}\u{2003}\u{200a}\u{205f}"),
            ("variation", "\u{180b}\u{fe00}\u{fe0f}\u{e0100}\u{e01ef}"),
            ("tag", "\u{e0001}\u{e0041}\u{e007f}"),
            ("private", "\u{e000}\u{f8ff}\u{f0000}\u{10fffd}"),
            ("none", "\u{fdd0}\u{fffe}\u{ffff}\u{1fffe}\u{10ffff}"),
        ];
        for (kind, characters) in table {
            for character in characters.chars() {
                assert!(is_invisible(character), "{kind} {}", character.escape_unicode());
            }
        }
        for character in " a~!é漢字カナ한ёع\u{a0}\u{3000}😀™…“”—·".chars() {
            assert!(!is_invisible(character), "{}", character.escape_unicode());
        }
    }

    #[test]
    fn l103_visible_text_holds_nothing_invisible_and_is_its_own_visible_form() {
        for code in 0..=u32::from(char::MAX) {
            let Some(character) = char::from_u32(code) else { continue };
            let text = format!("a{character}b");
            let shown = visible(&text);
            assert!(!shown.contains(is_invisible), "{code:x}");
            assert_eq!(visible(&shown), shown);
            assert_eq!(shown == text, !is_invisible(character));
        }
    }
}
