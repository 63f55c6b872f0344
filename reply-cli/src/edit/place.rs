use std::ops::Range;

use reply_registry::{Code, Registry};
use toml_edit::{Document, Item, Table};

use super::{after_line, insert_lines};
use crate::failure::CliError;

/// Puts a new entry in its place, and changes nothing else.
///
/// Its place is after the last entry that belongs before it: of its cluster, else of its area, else of its layer. Where
/// nothing of its layer belongs before it, it goes before the first that does.
pub(crate) fn insert(text: &str, registry: &Registry, code: &Code, entry: &str) -> Result<String, CliError> {
    let spans = spans(text)?;
    let (at, lines) = match insert_position(registry, &spans, code) {
        InsertPosition::After(span) => (after_line(text, span.end), format!("\n{entry}")),
        InsertPosition::Before(span) => (above_comments(text, span.start), format!("{entry}\n")),
        InsertPosition::AtEnd => (text.len(), format!("\n{entry}")),
    };
    Ok(insert_lines(text, at, &lines))
}

enum InsertPosition {
    After(Range<usize>),
    Before(Range<usize>),
    AtEnd,
}

fn insert_position(registry: &Registry, spans: &[Range<usize>], code: &Code) -> InsertPosition {
    let area = |code: &Code| registry.areas.iter().position(|area| area.name == code.area());
    let layer = |code: &Code| registry.layers.iter().position(|layer| layer.name == code.layer());
    let mine = (area(code), code.reply_type());
    let placed = || registry.entries.iter().zip(spans).filter(|(entry, _)| entry.code.layer() == code.layer());
    let last = |wanted: &dyn Fn(&Code) -> bool| placed().filter(|(entry, _)| wanted(&entry.code)).last();
    let same_cluster = last(&|other| (area(other), other.reply_type()) == mine && other.number() < code.number());
    let same_area = || last(&|other| area(other) == mine.0 && other.reply_type() < mine.1);
    let earlier_area = || last(&|other| area(other) < mine.0);
    if let Some((_, span)) = same_cluster.or_else(same_area).or_else(earlier_area) {
        return InsertPosition::After(span.clone());
    }
    if let Some((_, span)) = placed().next() {
        return InsertPosition::Before(span.clone());
    }
    let before = registry.entries.iter().zip(spans).rfind(|(entry, _)| layer(&entry.code) < layer(code));
    before.map_or(InsertPosition::AtEnd, |(_, span)| InsertPosition::After(span.clone()))
}

/// Where each entry is, from its header to its last value.
fn spans(text: &str) -> Result<Vec<Range<usize>>, CliError> {
    let refused = || {
        CliError::new(
            "the entries of this registry are not written as `[[reply]]` tables",
            "write each entry under a `[[reply]]` of its own, so that one can be added without touching another",
        )
    };
    let document = Document::parse(text).map_err(|_| refused())?;
    let entries = document.get("reply").and_then(Item::as_array_of_tables).ok_or_else(refused)?;
    entries
        .iter()
        .map(|table| table.span().map(|span| span.start..end_of(table, span.end)).ok_or_else(refused))
        .collect()
}

/// The end of the last value of a table, sub-tables included.
pub(super) fn end_of(table: &Table, at_least: usize) -> usize {
    let ends = table.iter().map(|(_, item)| match item {
        Item::Table(table) => end_of(table, table.span().map_or(0, |span| span.end)),
        item => item.span().map_or(0, |span| span.end),
    });
    ends.fold(at_least, usize::max)
}

/// The start of the comment that stands directly above a header, or the header itself.
fn above_comments(text: &str, header: usize) -> usize {
    let mut start = text[..header].rfind('\n').map_or(0, |at| at + 1);
    while start > 0 {
        let line_start = text[..start - 1].rfind('\n').map_or(0, |at| at + 1);
        if !text[line_start..start].trim_start().starts_with('#') {
            break;
        }
        start = line_start;
    }
    start
}
