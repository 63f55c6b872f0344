//! Output formats: JSON for programs, text within the terminal's width for people.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write as _};

use anstyle::Style;
use reply_kit::{is_invisible, visible};
use serde::Serialize;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::outln;
use super::paint::{self, styled};
use super::wrap::wrapped;
use crate::operator::ids::ShortIds;

/// The output format of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Prints a value as one line of JSON. Invisible characters are escaped, which does not change the value (L103).
pub(crate) fn json(value: &impl Serialize) {
    match serde_json::to_string(value) {
        Ok(text) => outln::whole(format_args!("{}", escaped(&text))),
        Err(error) => reply_mcp::log_stderr!("error: what was found cannot be shown as JSON: {error}"),
    }
}

/// Prints a value as JSON over several lines, for programs and for people.
pub(crate) fn pretty_json(value: &serde_json::Value) {
    outln::whole(format_args!("{}", escaped(&format!("{value:#}"))));
}

/// JSON whose strings hold nothing invisible. Outside of them there are line breaks alone, which strings do not have.
fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character != '\n' && is_invisible(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                _ = write!(escaped, "\\u{unit:04x}");
            }
        } else {
            escaped.push(character);
        }
    }
    escaped
}

/// The width of the terminal; `None` if stdout is not one, and nothing is cut.
pub(crate) fn width() -> Option<usize> {
    width_of(&io::stdout())
}

/// The width of the terminal on stderr, if it is one.
pub(crate) fn error_width() -> Option<usize> {
    width_of(&io::stderr())
}

#[cfg(unix)]
fn width_of(stream: &(impl io::IsTerminal + std::os::fd::AsFd)) -> Option<usize> {
    stream.is_terminal().then(|| usable(terminal_size::terminal_size_of(stream)))
}

#[cfg(windows)]
fn width_of(stream: &(impl io::IsTerminal + std::os::windows::io::AsHandle)) -> Option<usize> {
    stream.is_terminal().then(|| usable(terminal_size::terminal_size_of(stream)))
}

fn usable(size: Option<(terminal_size::Width, terminal_size::Height)>) -> usize {
    size.map_or(80, |(width, _)| usize::from(width.0)).max(40)
}

/// An id as it is shown: short on a terminal, whole for a program.
pub(crate) fn id<'i>(ids: &ShortIds, id: &'i str) -> &'i str {
    if width().is_some() { ids.short(id) } else { id }
}

/// Whether a person is at the terminal: stdout and stdin are both one.
pub(crate) fn is_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Asks a question at the terminal; the answer, `None` at the end of the input.
pub(crate) fn ask(question: &str) -> Option<String> {
    let mut out = anstream::stdout();
    // If the question cannot be shown, it cannot be answered.
    write!(out, "{} ", paint::shown(question)).and_then(|()| out.flush()).ok()?;
    let mut answer = String::new();
    match io::stdin().read_line(&mut answer) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(answer.trim().to_owned()),
    }
}

/// Whether a person answers yes.
pub(crate) fn agrees(question: &str) -> bool {
    ask(&format!("{question} [y/N]")).is_some_and(|answer| ["y", "yes"].contains(&&*answer.to_ascii_lowercase()))
}

/// One line of styled pieces, cut to a width.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextRow {
    pieces: Vec<(Style, String)>,
    /// The piece that is cut in its middle, so that the pieces after it stay visible.
    shrinks: Option<usize>,
    /// The piece that is dropped before that.
    optional: Option<usize>,
}

/// The minimum width of a shrunken piece.
const MIN_SHRUNK: usize = 16;

impl TextRow {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a piece, which must be visible already.
    pub(crate) fn add(mut self, style: Style, text: impl Into<String>) -> Self {
        self.pieces.push((style, text.into()));
        self
    }

    /// Adds the piece that is shortened if there is not enough room: both its ends stay. It must be visible already.
    pub(crate) fn add_shrinking(mut self, style: Style, text: impl Into<String>) -> Self {
        self.shrinks = Some(self.pieces.len());
        self.add(style, text)
    }

    /// Adds the piece that is dropped if there is not enough room. It must be visible already.
    pub(crate) fn add_optional(mut self, style: Style, text: impl Into<String>) -> Self {
        self.optional = Some(self.pieces.len());
        self.add(style, text)
    }

    /// Adds a piece that fills a column.
    pub(crate) fn column(self, style: Style, text: &str, width: usize) -> Self {
        let blank = " ".repeat(width.saturating_sub(text.width()));
        self.add(style, text).add(Style::new(), blank)
    }

    /// Prints it, within the width if there is one.
    pub(crate) fn print(&self, width: Option<usize>) {
        outln::whole(format_args!("{}", self.fitted(width)));
    }

    fn fitted(&self, width: Option<usize>) -> String {
        let total: usize = self.pieces.iter().map(|(_, text)| text.width()).sum();
        let Some(width) = width.filter(|width| total > *width) else {
            return self.pieces.iter().map(|(style, text)| styled(*style, text)).collect();
        };
        if let Some(index) = self.optional {
            let mut row = Self { optional: None, ..self.clone() };
            row.pieces[index].1.clear();
            return row.fitted(Some(width));
        }
        if let Some(index) = self.shrinks {
            let (style, text) = &self.pieces[index];
            let room = width.saturating_sub(total - text.width());
            if room >= MIN_SHRUNK {
                let mut row = Self { shrinks: None, ..self.clone() };
                row.pieces[index] = (*style, without_middle(text, room));
                return row.fitted(Some(width));
            }
        }
        let (mut left, mut line) = (width.saturating_sub(1), String::new());
        for (style, text) in &self.pieces {
            let kept = &text[..fitting(text, left)];
            line.push_str(&styled(*style, kept));
            left -= kept.width();
            if kept.len() < text.len() {
                break;
            }
        }
        line.push('…');
        line
    }
}

/// The two ends of a text, within a width; the end of a path says more than its beginning.
fn without_middle(text: &str, width: usize) -> String {
    let room = width.saturating_sub(1);
    let start = &text[..fitting(text, room / 3)];
    let mut left = room - room / 3;
    let end: Vec<char> = text.chars().rev().take_while(|character| take(&mut left, *character)).collect();
    format!("{start}…{}", end.into_iter().rev().collect::<String>())
}

/// The length of the longest beginning of a text that fits.
fn fitting(text: &str, width: usize) -> usize {
    let mut left = width;
    text.chars().take_while(|character| take(&mut left, *character)).map(char::len_utf8).sum()
}

/// Whether a character still fits; consumes its width.
fn take(left: &mut usize, character: char) -> bool {
    let wide = character.width().unwrap_or(0);
    let fits = wide <= *left;
    *left = if fits { *left - wide } else { 0 };
    fits
}

/// The prefix of every line of content, so that content cannot be mistaken for the program's own text (L103).
const GUTTER: &str = "  │ ";

/// Prints a difference or the beginning of a file: every line visible and behind a bar, tabs as spaces, added and removed lines
/// in colour. At most `limit` lines; returns how many are left out.
pub(crate) fn content(text: &str, limit: usize) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    // `lines` removes a carriage return with its line feed. If only some lines have one, that is the difference.
    let raw: Vec<&str> = text.split_terminator('\n').collect();
    let ends = raw.iter().filter(|line| line.ends_with('\r')).count();
    let is_mixed = ends > 0 && ends < raw.iter().filter(|line| is_content(line)).count();
    let room = width().map(|width| width - GUTTER.width());
    for (index, line) in lines.iter().take(limit).enumerate() {
        let style = match line.as_bytes().first() {
            Some(b'+') => paint::GOOD,
            Some(b'-') => paint::BAD,
            Some(b'@') => paint::DIM,
            _ => Style::new(),
        };
        let end = if is_mixed && raw.get(index).is_some_and(|raw| raw.ends_with('\r')) { "\\r" } else { "" };
        let line = format!("{}{end}", visible(&line.replace('\t', "    ")));
        for piece in pieces(&line, room) {
            outln::whole(format_args!("{}{}", styled(paint::DIM, GUTTER), styled(style, piece)));
        }
    }
    lines.len().saturating_sub(limit)
}

/// Prints a difference that may already have been cut: then its last line says so, and the caller reports that. Returns how
/// many lines are left out in all.
pub(crate) fn difference(text: &str, left_out: usize, limit: usize) -> usize {
    let last = usize::from(left_out > 0);
    let limit = limit.min(text.lines().count().saturating_sub(last));
    content(text, limit).saturating_sub(last) + left_out
}

/// Says how many lines are left out, and the command that shows them.
pub(crate) fn rest(left_out: usize, command: &str) {
    if left_out > 0 {
        outln!("  {}", styled(paint::DIM, format!("… {left_out} more lines: ck3raven {command}")));
    }
}

/// A line of content, wrapped; between words if possible, as a word may be wider than the terminal.
fn pieces(line: &str, room: Option<usize>) -> Vec<String> {
    let Some(room) = room else { return vec![line.to_owned()] };
    let mut pieces = Vec::new();
    for piece in wrapped(line, room).split('\n') {
        let mut rest = piece;
        while rest.width() > room {
            let (part, behind) = rest.split_at(fitting(rest, room));
            pieces.push(part.to_owned());
            rest = behind;
        }
        pieces.push(rest.to_owned());
    }
    pieces
}

/// Whether a line of a difference is one of the file.
fn is_content(line: &str) -> bool {
    !line.starts_with("---") && !line.starts_with("+++") && !line.starts_with("@@")
}

/// A count of an answer with what it counts, in the singular for one.
pub(crate) fn counted(count: &serde_json::Value, what: &str) -> String {
    format!("{count} {what}{}", if *count == 1 { "" } else { "s" })
}

/// A size for people.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l103_json_for_a_terminal_hides_nothing_and_changes_nothing() {
        let value = serde_json::json!({ "name": "a\u{202e}b\u{1b}[2J\u{e0041}漢" });
        let shown = escaped(&value.to_string());
        assert!(!shown.chars().any(is_invisible), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        let pretty = escaped(&format!("{value:#}"));
        assert!(pretty.lines().count() == 3 && !pretty.replace('\n', "").contains(is_invisible), "{pretty}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&pretty).unwrap(), value);
    }

    #[test]
    fn a_row_fits_its_width_whatever_is_in_it() {
        let row = TextRow::new().column(Style::new(), "漢字", 6).add(Style::new(), "x".repeat(100));
        assert_eq!(row.fitted(Some(20)).width(), 20);
        assert_eq!(row.fitted(None).width(), 106);
        assert_eq!(TextRow::new().add(Style::new(), "short").fitted(Some(20)), "short");
    }

    #[test]
    fn of_a_row_that_is_too_wide_the_middle_of_one_piece_gives_way() {
        let plain = Style::new();
        let row = TextRow::new().add(plain, "code ").add_shrinking(plain, "\"root:game/common/traits/00_traits.txt\"");
        let row = row.add(plain, " 12 ms");
        assert_eq!(row.fitted(Some(36)), "code \"root:ga…s/00_traits.txt\" 12 ms");
        let wide = TextRow::new().add_shrinking(plain, "漢".repeat(40)).add(plain, " end");
        assert!(wide.fitted(Some(31)).width() <= 31 && wide.fitted(Some(31)).ends_with(" end"));
        let row = TextRow::new().add_shrinking(plain, "\"root:game/a.txt\"").add_optional(plain, " content=5 bytes");
        assert_eq!(row.fitted(Some(33)), "\"root:game/a.txt\" content=5 bytes");
        assert_eq!(row.fitted(Some(32)), "\"root:game/a.txt\"");
        // Without room for both ends it is cut at the end.
        assert!(wide.fitted(Some(12)).width() <= 12);
    }
}
