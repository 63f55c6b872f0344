use reply_registry::{Code, RegistryParam};
use toml_edit::{Document, Item, Table};

use super::{after_line, line_end};

/// Writes the parameters of an entry: over those it has, or in a line of their own after its message.
pub(crate) fn declare(text: &str, code: &Code, params: &[RegistryParam]) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let wanted = code.to_string();
    let entries = document.get("reply").and_then(Item::as_array_of_tables)?;
    let table = entries.iter().find(|table| table.get("code").and_then(Item::as_str) == Some(&wanted))?;
    let fields: Vec<String> = params.iter().map(|param| format!("{} = {}", param.name, param.ty.toml())).collect();
    let value = if fields.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields.join(", ")) };
    let mut out = text.to_owned();
    match table.get("params") {
        // A table of its own may hold comments; that is for people to edit.
        Some(declared) => out.replace_range(declared.as_inline_table()?.span()?, &value),
        None => {
            let at = after_line(text, table.get("message")?.span()?.end);
            let gap = if text[..at].ends_with('\n') { "" } else { line_end(text) };
            out.insert_str(at, &format!("{gap}params{} = {value}{}", padding(text, table), line_end(text)));
        }
    }
    Some(out)
}

/// The spaces that put the equals sign under the others.
fn padding(text: &str, table: &Table) -> String {
    let column = table.get_key_value("message").and_then(|(key, _)| text[key.span()?.start..].find('='));
    " ".repeat(column.map_or(0, |column| column.saturating_sub("params".len() + 1)))
}
