use reply_registry::{Code, RegistryParam};
use toml_edit::Document;

use super::{after_line, entry_of, fields, insert_lines, padding};

/// Writes the parameters of an entry: over those it has, or in a line of their own after its message.
pub(crate) fn declare(text: &str, code: &Code, params: &[RegistryParam]) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let table = entry_of(&document, code)?;
    let value = if params.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", fields(params)) };
    match table.get("params") {
        // A table of its own may hold comments; that is for people to edit.
        Some(declared) => {
            let mut out = text.to_owned();
            out.replace_range(declared.as_inline_table()?.span()?, &value);
            Some(out)
        }
        None => {
            let at = after_line(text, table.get("message")?.span()?.end);
            let space = padding(text, table, "message", "params");
            Some(insert_lines(text, at, &format!("params{space} = {value}\n")))
        }
    }
}
