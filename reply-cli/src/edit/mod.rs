//! Changing a registry that people keep: text goes in at one place, and every other byte stays.

mod declare;
mod entry;
mod params;
mod place;
mod retire;
mod revision;

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

/// A TOML string, in the notation that suits it.
pub(crate) fn string(text: &str) -> String {
    toml_edit::Value::from(text).to_string()
}
