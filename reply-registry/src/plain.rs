//! The entries of a registry in its ordinary spelling, read line by line.
//!
//! A macro runs unoptimised and a parser of all TOML looks at every byte, so a large registry would cost more to read than to
//! compile. This reader knows the spelling that `cargo reply` writes and searches for the ends of lines and quotes. It decides
//! nothing: a line that it does not know makes [`read`] return nothing, and the parser of all TOML reads the file, with its
//! findings. `both_readers_agree` holds the two side by side.

use std::ops::Range;

use crate::ParamType;
use crate::Scalar;
use crate::draft::{DraftEntry, DraftParam, DraftTombstone, Located};
use crate::parse::ENTRY_FIELDS;

const HEADER: &str = "[[reply]]";

/// Where the entries begin, if some do: the first header at the start of a line.
pub(crate) fn entries_start(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text.get(from..)?.find(HEADER) {
        let at = from + found;
        if at == 0 || text.as_bytes()[at - 1] == b'\n' {
            return Some(at);
        }
        from = at + HEADER.len();
    }
    None
}

/// The entries from `start` to the end of the file, if all of that is in the ordinary spelling.
pub(crate) fn read(text: &str, start: usize) -> Option<Vec<DraftEntry>> {
    if has_control_characters(text) {
        return None;
    }
    let mut reader = PlainReader { text, at: start };
    let mut entries: Vec<DraftEntry> = Vec::new();
    while let Some((at, line)) = reader.line() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line == HEADER {
            entries.push(DraftEntry { at: at..at + HEADER.len(), ..DraftEntry::default() });
            continue;
        }
        let (key, value) = line.split_once('=')?;
        let (key, value) = (key.trim_end_matches(' '), value.trim_start_matches(' '));
        let value_at = at + line.len() - value.len();
        read_field(&mut reader, entries.last_mut()?, (key, at), (value, value_at))?;
    }
    for entry in &mut entries {
        entry.written.sort_by_key(|field| ENTRY_FIELDS.iter().position(|known| known == field));
    }
    Some(entries)
}

/// What TOML forbids in a text, and carriage returns. One search for each, because the standard library does that fast.
fn has_control_characters(text: &str) -> bool {
    let bytes = text.as_bytes();
    (0..0x20).filter(|byte| *byte != b'\n').chain([0x7f]).any(|byte| bytes.contains(&byte))
}

struct PlainReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> PlainReader<'t> {
    /// The next line without its end, and where it begins.
    fn line(&mut self) -> Option<(usize, &'t str)> {
        let (start, rest) = (self.at, &self.text[self.at..]);
        if rest.is_empty() {
            return None;
        }
        let line = rest.find('\n').map_or(rest, |end| &rest[..end]);
        self.at = (start + line.len() + 1).min(self.text.len());
        Some((start, line))
    }

    /// A string in one line, or in several between `"""`, which begins at `at` and ends its line.
    fn string(&mut self, value: &'t str, at: usize) -> Option<Located<String>> {
        let Some(first) = value.strip_prefix("\"\"\"") else {
            let text = plain_string(value)?;
            return Some(Located { value: text.to_owned(), at: at..at + value.len() });
        };
        let begin = if first.is_empty() { self.at } else { at + 3 };
        let end = begin + self.text.get(begin..)?.find("\"\"\"")?;
        let (content, behind) = (&self.text[begin..end], &self.text[end + 3..]);
        let is_plain = !content.contains('\\') && !content.contains("\n<<<<<<< ") && !content.starts_with("<<<<<<< ");
        let ends_its_line = behind.is_empty() || behind.starts_with('\n');
        if !is_plain || !ends_its_line {
            return None;
        }
        self.at = (end + 4).min(self.text.len());
        Some(Located { value: content.to_owned(), at: at..end + 3 })
    }
}

fn read_field<'t>(
    reader: &mut PlainReader<'t>,
    entry: &mut DraftEntry,
    (key, key_at): (&str, usize),
    (value, at): (&'t str, usize),
) -> Option<()> {
    let known = ENTRY_FIELDS.iter().find(|known| **known == key)?;
    if entry.written.contains(known) {
        return None;
    }
    entry.written.push(known);
    let field = match key {
        "params" => {
            entry.params = inline_table(value, at)?.into_iter().map(parameter).collect::<Option<_>>()?;
            return Some(());
        }
        "retired" => {
            let value = tombstone(inline_table(value, at)?)?;
            entry.retired = Some(Located { value, at: key_at..key_at + key.len() });
            return Some(());
        }
        "code" => &mut entry.code,
        "key" => &mut entry.key,
        "message" => &mut entry.message,
        "summary" => &mut entry.summary,
        "explain" => &mut entry.explain,
        "since" => &mut entry.since,
        "reserved" => &mut entry.reserved,
        _ => return None,
    };
    *field = Some(reader.string(value, at)?);
    Some(())
}

/// A field of an inline table: a name, and a string or a list of one.
struct InlineField<'t> {
    name: Located<String>,
    value: &'t str,
    is_list: bool,
    at: Range<usize>,
}

/// `{ path = "address", nearest = ["address"] }`
fn inline_table(table: &str, at: usize) -> Option<Vec<InlineField<'_>>> {
    let content = table.strip_prefix("{ ")?.strip_suffix(" }")?;
    let mut start = at + "{ ".len();
    let mut fields: Vec<InlineField<'_>> = Vec::new();
    let mut rest = content;
    while !rest.is_empty() {
        let (name, behind) = rest.split_once(" = ")?;
        let value_at = start + name.len() + " = ".len();
        // A string holds no quote, so its end is the first one.
        let opening = if behind.starts_with('[') { "[\"" } else { "\"" };
        let text = behind.strip_prefix(opening)?;
        let text = &text[..text.find('"')?];
        let closing = if opening.len() == 2 { "\"]" } else { "\"" };
        let length = opening.len() + text.len() + closing.len();
        let behind = behind.get(opening.len() + text.len()..)?.strip_prefix(closing)?;
        if !is_bare_key(name) || text.contains('\\') || fields.iter().any(|field| field.name.value == name) {
            return None;
        }
        let name = Located { value: name.to_owned(), at: start..start + name.len() };
        fields.push(InlineField { name, value: text, is_list: opening.len() == 2, at: value_at..value_at + length });
        rest = if behind.is_empty() { behind } else { behind.strip_prefix(", ").filter(|rest| !rest.is_empty())? };
        start = value_at + length + ", ".len();
    }
    Some(fields)
}

fn parameter(field: InlineField<'_>) -> Option<DraftParam> {
    let scalar = Scalar::parse(field.value)?;
    let ty = if field.is_list { ParamType::List(scalar) } else { ParamType::One(scalar) };
    Some(DraftParam { name: field.name, ty: Some(Located { value: ty, at: field.at }) })
}

fn tombstone(fields: Vec<InlineField<'_>>) -> Option<DraftTombstone> {
    let mut tombstone = DraftTombstone::default();
    for InlineField { name, value, is_list, at } in fields {
        let field = match name.value.as_str() {
            "since" => &mut tombstone.since,
            "because" => &mut tombstone.because,
            "instead" => &mut tombstone.instead,
            _ => return None,
        };
        if is_list {
            return None;
        }
        *field = Some(Located { value: value.to_owned(), at });
    }
    Some(tombstone)
}

/// A string in double quotes, without escapes.
fn plain_string(value: &str) -> Option<&str> {
    let text = value.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('"') && !text.contains('\\')).then_some(text)
}

fn is_bare_key(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

#[cfg(test)]
mod tests {
    use crate::draft::Draft;
    use crate::finding::Findings;
    use crate::parse::{parse_plain, parse_toml};
    use crate::source::Source;

    fn both(text: &str) -> (Option<String>, String, usize) {
        let source = Source::new("registry.toml", text);
        let mut findings = Findings::new(&source);
        let plain = parse_plain(&findings);
        let draft = parse_toml(&mut findings);
        // The plain reader does not see `reply` among the sections.
        let plain = plain.map(|draft| format!("{:#?}", Draft { has_reply: true, ..draft }));
        (plain, format!("{draft:#?}"), findings.list.len())
    }

    fn registries() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders = ["", "reply-registry/tests/registries", "tests/wrapper/tests", "tests/replies/tests/ui/registry"];
        let files =
            folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten());
        let files = files.filter(|file| file.path().extension() == Some("toml".as_ref()));
        files.filter_map(|file| std::fs::read_to_string(file.path()).ok()).collect()
    }

    #[test]
    fn both_readers_agree() {
        let registries = registries();
        let mut read = 0;
        for text in &registries {
            let (plain, toml, findings) = both(text);
            let Some(plain) = plain else { continue };
            assert_eq!((plain, 0), (toml, findings));
            read += 1;
        }
        assert!(read > 20, "{read} of {} are in the ordinary spelling", registries.len());
    }

    #[test]
    fn both_readers_agree_after_any_small_change() {
        let text = "[[reply]]\ncode = \"A-B-I-001\"\nparams = { a = \"text\", b = [\"address\"] }\nexplain = \"\"\"\nx\n\"\"\"\n\
                    retired = { since = \"0.1.0\", because = \"y\" }\n\n# c\n[[reply]]\nkey = \"é\"\n";
        assert!(both(text).0.is_some(), "the text itself");
        let mut compared = 0;
        for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
            let (before, behind) = text.split_at(at);
            let mut rest = behind.chars();
            let first = rest.next();
            let changes =
                ["", "\"", "\\", "\n", " ", "#", "{", "}", "]", ",", "=", "a", "[[reply]]\n", "\r", "\0", "'", "é"];
            for change in changes {
                for behind in [rest.as_str(), behind] {
                    let text = format!("{before}{change}{behind}");
                    let (plain, toml, findings) = both(&text);
                    let Some(plain) = plain else { continue };
                    assert_eq!((plain, 0), (toml, findings), "{text:?} at {first:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }

    #[test]
    fn what_cargo_reply_writes_is_ordinary_and_what_is_written_twice_is_left_to_the_parser_of_all_toml() {
        let entry = "[[reply]]\ncode = \"A-B-I-001\"\n";
        let params = "params = { a = \"text\" }\n";
        let retired = "retired = { since = \"0.2.0\", because = \"y\", instead = \"A-B-I-002\" }\n";
        for (text, is_ordinary) in [
            (format!("[areas]\nB = \"x\" # not an entry: [[reply]]\n{entry}"), true),
            (format!("{entry}explain = \"\"\"from its first line\nto its last\"\"\"\n"), true),
            (format!("{entry}{params}{retired}"), true),
            (format!("{entry}{params}{params}"), false),
            (format!("{entry}{retired}{retired}"), false),
        ] {
            let (plain, toml, findings) = both(&text);
            assert_eq!(plain.is_some(), is_ordinary, "{text}");
            assert!(plain.is_none_or(|plain| (plain, 0) == (toml, findings)), "{text}");
        }
    }

    #[test]
    fn the_registry_of_this_project_is_in_the_ordinary_spelling() {
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../registry.toml")).unwrap();
        assert!(both(&text).0.is_some());
    }
}
