//! Colours; `anstream` removes them where the output is not a terminal.

use anstyle::{AnsiColor, Style};

const fn colour(colour: AnsiColor) -> Style {
    colour.on_default()
}

pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const GOOD: Style = colour(AnsiColor::Green).bold();
pub(crate) const BAD: Style = colour(AnsiColor::Red).bold();

/// The colour of a reply, by the type in its code.
pub(crate) fn of_code(code: &str) -> Style {
    match code.split('-').nth(2) {
        Some("S") => GOOD,
        Some("I") => colour(AnsiColor::Yellow).bold(),
        Some("D") => colour(AnsiColor::Magenta).bold(),
        Some("E") => BAD,
        _ => Style::new(),
    }
}

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
