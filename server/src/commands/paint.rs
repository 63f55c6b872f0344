//! Colours; `anstream` removes them where the output is not a terminal.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;

use anstyle::{AnsiColor, Style};
use reply_kit::visible;

use crate::operator::codes::type_letter;

/// The escape that begins a style of the program's own, with a number that nobody outside of this process knows: so an escape that
/// came with a name or with content is distinguished from ours, and shown instead of executed (L103).
static OWN_ESCAPE: LazyLock<String> = LazyLock::new(|| format!("{ESCAPE}{:016x}", RandomState::new().hash_one(0)));

const ESCAPE: char = '\u{1b}';

const fn colour(colour: AnsiColor) -> Style {
    colour.on_default()
}

pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const GOOD: Style = colour(AnsiColor::Green).bold();
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();

/// The colour of a reply, by the type in its code.
pub(crate) fn of_code(code: &str) -> Style {
    match type_letter(code) {
        Some("S") => GOOD,
        Some("I") => colour(AnsiColor::Yellow).bold(),
        Some("D") => colour(AnsiColor::Magenta).bold(),
        Some("E") => BAD,
        _ => Style::new(),
    }
}

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    let own = |code: String| code.replace(ESCAPE, &OWN_ESCAPE);
    format!("{}{text}{}", own(style.to_string()), own(format!("{style:#}")))
}

/// What may go to a terminal: lines in our own styles, in which everything else can be seen. Whatever a command prints passes here.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (index, piece) in text.split(OWN_ESCAPE.as_str()).enumerate() {
        shown.extend((index > 0).then_some(ESCAPE));
        for (index, line) in piece.split('\n').enumerate() {
            shown.extend((index > 0).then_some('\n'));
            shown.push_str(&visible(&line.replace('\t', "    ")));
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l103_only_our_own_styles_reach_the_terminal() {
        let name = "a\u{1b}[31mRED\u{7}\u{202e}\u{2800}\u{3164}\u{fe0f}\tb";
        let line = shown(&format!("{}\nnext {name}", styled(BOLD, name)));
        let seen = "a\\u{1b}[31mRED\\u{7}\\u{202e}\\u{2800}\\u{3164}\\u{fe0f}    b";
        assert_eq!(line, format!("\u{1b}[1m{seen}\u{1b}[0m\nnext {seen}"));
    }
}
