use reply_registry::Code;
use toml_edit::{Document, Table};

use super::{after_line, entry_of, line_end, one_line, padding, string};
use crate::failure::CliError;

/// What a tombstone says.
#[derive(Debug)]
pub(crate) struct Retirement<'a> {
    pub(crate) since: &'a str,
    pub(crate) because: &'a str,
    pub(crate) instead: Option<&'a Code>,
}

/// Turns the entry of a code into a tombstone: one line more, and the line that reserved it, if any, less.
pub(crate) fn retire(text: &str, code: &Code, retirement: &Retirement<'_>) -> Result<String, CliError> {
    let document = Document::parse(text).map_err(|_| not_a_table(code))?;
    let table = entry_of(&document, code).ok_or_else(|| not_a_table(code))?;

    let at = after_line(text, last_own_value(table).ok_or_else(|| not_a_table(code))?);
    let end = line_end(text);
    let gap = if text[..at].ends_with('\n') { "" } else { end };
    let line = format!("{gap}retired{} = {}{end}", padding(text, table, "code", "retired"), tombstone(retirement));
    let mut out = format!("{}{line}{}", &text[..at], &text[at..]);
    if let Some(span) =
        table.get_key_value("reserved").and_then(|(key, item)| Some(key.span()?.start..item.span()?.end))
    {
        let start = text[..span.start].rfind('\n').map_or(0, |found| found + 1);
        let stop = after_line(text, span.end);
        // The tombstone comes after every value of the entry, so this line has not moved.
        let stop = if stop == at { stop + gap.len() } else { stop };
        out.replace_range(start..stop, "");
    }
    Ok(out)
}

fn tombstone(retirement: &Retirement<'_>) -> String {
    let mut fields =
        vec![format!("since = {}", string(retirement.since)), format!("because = {}", one_line(retirement.because))];
    fields.extend(retirement.instead.map(|code| format!("instead = {}", string(&code.to_string()))));
    format!("{{ {} }}", fields.join(", "))
}

/// The end of the last value that stands in the entry itself, not in a table below it.
fn last_own_value(table: &Table) -> Option<usize> {
    table.iter().filter(|(_, item)| item.is_value()).filter_map(|(_, item)| item.span()).map(|span| span.end).max()
}

fn not_a_table(code: &Code) -> CliError {
    CliError::new(
        format!("the entry of {code} is not written as a `[[reply]]` table"),
        "write it under a `[[reply]]` of its own",
    )
}
