//! The one place that prints. What was asked for goes to stdout, what is said about it to stderr.
//!
//! Colour and wrapping are for a terminal; a pipe gets plain text.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use anstyle::{AnsiColor, Style};

/// A heading.
pub(crate) const HEAD: Style = Style::new().bold();
/// A code, a key, a name.
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default().bold();
/// Something wrong.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something right.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// The frame around a line of a file.
pub(crate) const FRAME: Style = AnsiColor::Blue.on_default().bold();
/// What can be skipped.
pub(crate) const DIM: Style = Style::new().dimmed();

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A value as JSON, several lines. A value that is not JSON becomes an error in JSON: the reader is a program.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value)
        .unwrap_or_else(|error| format!("{:#}", serde_json::json!({ "error": error.to_string() })))
}

/// Prints what was asked for.
pub(crate) fn print(text: &str) {
    survive(anstream::stdout().lock().write_all(text.as_bytes()));
}

/// Prints a line of what was asked for.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Says something about the work.
pub(crate) fn note(text: &str) {
    survive(anstream::stderr().lock().write_all(format!("{text}\n").as_bytes()));
}

/// Says why nothing could be done.
pub(crate) fn failure(text: &str) {
    note(&format!("{}: {text}", styled(BAD, "error")));
}

/// Asks a question and leaves the cursor after it.
pub(crate) fn ask(text: &str) {
    survive(anstream::stderr().lock().write_all(text.as_bytes()));
}

/// Whether a person sits at both ends.
pub(crate) fn is_dialogue() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// The width to wrap at, where stdout is a terminal.
pub(crate) fn width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
    Some(usize::from(columns).clamp(40, 110))
}

/// A paragraph, wrapped for a terminal; its own lines in a pipe.
pub(crate) fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    for (index, paragraph) in text.trim().split("\n\n").enumerate() {
        if index > 0 {
            out.push('\n');
        }
        match width() {
            Some(width) => {
                let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
                out.push_str(&textwrap::fill(&joined, width));
                out.push('\n');
            }
            None => paragraph.lines().for_each(|line| _ = writeln!(out, "{line}")),
        }
    }
    out
}

/// A reader that went away (`| head`) is not a failure.
fn survive(result: std::io::Result<()>) {
    if let Err(error) = result {
        let is_gone = error.kind() == std::io::ErrorKind::BrokenPipe;
        std::process::exit(if is_gone { 0 } else { 2 });
    }
}
