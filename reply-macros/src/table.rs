//! The static table of all codes: three columns of literals, which cost the compiler next to nothing.

use std::borrow::Cow;
use std::fmt::Write;

use reply_registry::{Code, Entry, Registry, Role, Segment, Status};

/// What separates the parts of a note, and the parts of its status; `reply-core` reads them back.
const FIELD: char = '\u{1f}';
const PART: char = '\u{1e}';

/// Writes `REGISTRY` and its columns. `entries` are sorted by code.
pub(crate) fn write(out: &mut String, registry: &Registry, entries: &[&Entry], fingerprint: u64) {
    let count = entries.len();
    out.push_str("/// Every code of the registry, with what it says of each.\n");
    out.push_str("pub static REGISTRY: ::reply_core::Registry = {\n");
    column(out, "CODES", count, entries.iter().map(|entry| entry.code.to_string()));
    column(out, "MESSAGES", count, entries.iter().map(|entry| numbered_message(entry)));
    column(out, "NOTES", count, entries.iter().map(|entry| note(entry)));
    let slots = (count * 2).next_power_of_two().max(2);
    _ = writeln!(out, "static LOOKUP: [u16; {slots}] = ::reply_core::__private::lookup_table(&CODES);");
    out.push_str("::reply_core::Registry::new(&CODES, &MESSAGES, &NOTES, &LOOKUP, ::reply_core::__private::Roles {\n");
    for role in Role::ALL {
        let code = registry.roles.iter().find(|(other, _)| *other == role).map(|(_, code)| code);
        _ = writeln!(out, "{}: {},", role.as_str(), code.map_or(0, |code| place(entries, code)));
    }
    _ = writeln!(out, "}}, {fingerprint:#x})\n}};");
}

/// Tells one registry's places from another's: a hash of its codes and keys, the low 16 bits left free for the place.
///
/// Rewording a message leaves it alone, so that the generated functions stay as they were.
pub(crate) fn fingerprint(entries: &[&Entry]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for entry in entries {
        for byte in entry.code.to_string().bytes().chain(entry.key.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash & !0xffff
}

fn place(entries: &[&Entry], code: &Code) -> usize {
    entries.iter().position(|entry| entry.code == *code).unwrap_or(0)
}

fn column(out: &mut String, name: &str, count: usize, texts: impl Iterator<Item = String>) {
    _ = writeln!(out, "static {name}: [&str; {count}] = [");
    for text in texts {
        _ = writeln!(out, "{text:?},");
    }
    out.push_str("];\n");
}

/// The message with its placeholders numbered in the order of the parameters.
fn numbered_message(entry: &Entry) -> String {
    let mut numbered = String::new();
    for segment in entry.message.iter().flat_map(|template| &template.segments) {
        match segment {
            Segment::Text(text) => numbered.push_str(&text.replace('{', "{{").replace('}', "}}")),
            Segment::Placeholder { name, .. } => {
                let index = entry.params.iter().position(|param| param.name == *name).unwrap_or(0);
                _ = write!(numbered, "{{{index}}}");
            }
        }
    }
    numbered
}

fn note(entry: &Entry) -> String {
    let params: Vec<String> = entry.params.iter().map(|param| format!("{}:{}", param.name, param.ty)).collect();
    let status = match &entry.status {
        Status::Active => "active".to_owned(),
        Status::Reserved { because } => format!("reserved{PART}{}", plain(because)),
        Status::Retired(tombstone) => {
            let instead = tombstone.instead.as_ref().map(ToString::to_string).unwrap_or_default();
            format!("retired{PART}{}{PART}{}{PART}{instead}", plain(&tombstone.since), plain(&tombstone.because))
        }
    };
    let parts = [
        entry.key.as_str().into(),
        params.join(" ").into(),
        status.into(),
        plain(&entry.since),
        plain(&entry.summary),
        plain(&entry.explain),
    ];
    parts.join(&FIELD.to_string())
}

/// A text that cannot be taken for two. Looking for one character at a time is what an unoptimised macro does fast.
fn plain(text: &str) -> Cow<'_, str> {
    if text.contains(FIELD) || text.contains(PART) { text.replace([FIELD, PART], " ").into() } else { text.into() }
}
