use toml_edit::{Document, Item, Table};

use super::place::end_of;
use super::{after_line, insert_lines, one_line, string};
use crate::failure::CliError;

/// Records a revision of the architecture: three lines more, after the last one, or else after what it is about.
pub(crate) fn record(text: &str, since: &str, because: &str) -> Result<String, CliError> {
    let refused = || {
        CliError::new(
            "this registry has no place for a `[[revision]]`",
            "write layers and areas as tables of their own: `[layers]`, `[areas]`",
        )
    };
    let document = Document::parse(text).map_err(|_| refused())?;
    let end = |table: &Table| table.span().map(|span| end_of(table, span.end));
    let recorded = document.get("revision").and_then(Item::as_array_of_tables);
    let last = recorded.into_iter().flatten().filter_map(end).max();
    let subject = || {
        let sections = ["layers", "areas", "forbidden_areas"].into_iter().filter_map(|name| document.get(name));
        sections.filter_map(Item::as_table).filter_map(end).max()
    };
    let at = after_line(text, last.or_else(subject).ok_or_else(refused)?);
    let entry = format!("\n[[revision]]\nsince   = {}\nbecause = {}\n", string(since), one_line(because));
    Ok(insert_lines(text, at, &entry))
}
