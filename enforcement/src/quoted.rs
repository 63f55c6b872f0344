//! Text from outside, quoted for a person (L103): visible, short, and never mistaken for the server's text.

use reply_kit::visible;

/// The longest text that is shown in full, in characters.
const MAX_SHOWN: usize = 300;

/// A name or another text from outside, in quotation marks that it cannot close.
///
/// What cannot be seen is escaped, and so is the quotation mark; the middle of what is very long is left out.
///
/// ```
/// use enforcement::quoted;
/// assert_eq!(quoted("mod:A/a.txt"), "\"mod:A/a.txt\"");
/// assert_eq!(quoted("x\u{202e}\n\" yes"), "\"x\\u{202e}\\u{a}\\u{22} yes\"");
/// ```
pub fn quoted(text: &str) -> String {
    let length = text.chars().count();
    let shown = if length <= MAX_SHOWN {
        visible(text).into_owned()
    } else {
        let start: String = text.chars().take(MAX_SHOWN * 2 / 3).collect();
        let end: String = text.chars().skip(length - MAX_SHOWN / 3).collect();
        format!("{} [… {} characters …] {}", visible(&start), length - MAX_SHOWN, visible(&end))
    };
    format!("\"{}\"", shown.replace('"', "\\u{22}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l103_a_name_cannot_end_its_quotation_and_cannot_fill_the_screen() {
        let shown = quoted(&format!("a\" (approved by your administrator)\u{1b}[8m{}", "x".repeat(10_000)));
        assert!(shown.chars().count() < 400, "{shown}");
        assert_eq!(shown.matches('"').count(), 2);
        assert!(!shown.contains('\u{1b}'));
    }

    #[test]
    fn l103_of_a_long_name_the_beginning_and_the_end_are_shown() {
        let whole = format!("{}{}", "a".repeat(200), "c".repeat(100));
        assert_eq!(quoted(&whole), format!("\"{whole}\""), "300 characters are not too many");
        let long = format!("{}{}{}", "a".repeat(200), "b".repeat(51), "c".repeat(100));
        let expected = format!("\"{} [… 51 characters …] {}\"", "a".repeat(200), "c".repeat(100));
        assert_eq!(quoted(&long), expected);
    }
}
