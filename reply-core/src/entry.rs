//! What the registry says of a code, for people and for agents that look one up.

use crate::registry::Code;
use crate::template::{Piece, pieces};

/// What separates the parts of a note, and the parts of its status.
pub(crate) const FIELD: char = '\u{1f}';
const PART: char = '\u{1e}';

/// What the registry says of a code, for people and for agents that look one up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The message key.
    pub key: &'static str,
    /// The parameters: name and type, such as `("path", "address")`.
    pub params: Vec<(&'static str, &'static str)>,
    /// Whether it can be constructed.
    pub status: EntryStatus,
    /// The version that first had it.
    pub since: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The long explanation, in Markdown.
    pub explain: &'static str,
    /// The template with its named placeholders. A template is not a message: only the wrapper renders one (L24).
    pub template: Option<String>,
}

/// Whether a code can be constructed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// Yes.
    Active,
    /// Not yet: what it waits for.
    Reserved(&'static str),
    /// Never again.
    Retired {
        /// Since this version.
        since: &'static str,
        /// For this reason.
        because: &'static str,
        /// This code took its place.
        instead: Option<&'static str>,
    },
}

impl Entry {
    pub(crate) fn read(code: Code) -> Self {
        let mut parts = code.note().split(FIELD);
        let mut next = || parts.next().unwrap_or_default();
        let key = next();
        let params: Vec<_> = next().split_terminator(' ').filter_map(|param| param.split_once(':')).collect();
        let status = read_status(next());
        let (since, summary, explain) = (next(), next(), next());
        let message = code.numbered_message();
        let template = (!message.is_empty()).then(|| named(message, &params));
        Self { key, params, status, since, summary, explain, template }
    }
}

fn read_status(text: &'static str) -> EntryStatus {
    let mut parts = text.split(PART);
    let mut next = || parts.next().unwrap_or_default();
    match next() {
        "reserved" => EntryStatus::Reserved(next()),
        "retired" => EntryStatus::Retired {
            since: next(),
            because: next(),
            instead: Some(next()).filter(|code| !code.is_empty()),
        },
        _ => EntryStatus::Active,
    }
}

fn named(message: &str, params: &[(&str, &str)]) -> String {
    let mut template = String::with_capacity(message.len() + 16);
    for piece in pieces(message) {
        match piece {
            Piece::Text(text) => template.push_str(text),
            Piece::Brace(brace) => template.extend([brace, brace]),
            Piece::Param(index) => {
                let name = params.get(index).map_or("?", |(name, _)| *name);
                template.extend(["{", name, "}"]);
            }
        }
    }
    template
}
