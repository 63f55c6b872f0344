//! Changing a registry that people keep: text goes in at one place, and every other byte stays.

mod declare;
mod entry;
mod params;
mod place;
mod retire;
mod revision;

use reply_registry::{Code, RegistryParam};
use toml_edit::{Document, Item, Table};

pub(crate) use declare::declare;
pub(crate) use entry::{EXPLAIN, NewEntry, SUMMARY, is_filled_in};
pub(crate) use params::{KnownParamTypes, Placeholder, placeholders};
pub(crate) use place::insert;
pub(crate) use retire::{Retirement, retire};
pub(crate) use revision::record;

/// The line end that a text uses.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The byte after the line that holds `at`, line end included.
fn after_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |found| at + found + 1)
}

/// The text with new lines at the start of a line or at its end; they get the line ends of the text.
fn insert_lines(text: &str, at: usize, lines: &str) -> String {
    let (before, after) = text.split_at(at);
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    let lines = format!("{gap}{lines}").replace('\n', line_end(text));
    format!("{before}{lines}{after}")
}

/// The table in which the entry of a code is written.
fn entry_of<'d>(document: &'d Document<&str>, code: &Code) -> Option<&'d Table> {
    let code = code.to_string();
    let mut entries = document.get("reply").and_then(Item::as_array_of_tables)?.iter();
    entries.find(|table| table.get("code").and_then(Item::as_str) == Some(&code))
}

/// The spaces that put the equals sign of a new field under that of a field which is there.
fn padding(text: &str, table: &Table, there: &str, new: &str) -> String {
    let column = table.get_key_value(there).and_then(|(key, _)| text[key.span()?.start..].find('='));
    " ".repeat(column.map_or(0, |column| column.saturating_sub(new.len() + 1)))
}

/// Parameters with their types, as they are written in an inline table.
pub(crate) fn fields(params: &[RegistryParam]) -> String {
    let fields: Vec<String> = params.iter().map(|param| format!("{} = {}", param.name, param.ty.toml())).collect();
    fields.join(", ")
}

/// A TOML string of one line.
fn one_line(text: &str) -> String {
    string(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A TOML string, in the notation that suits it.
pub(crate) fn string(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}
