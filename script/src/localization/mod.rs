//! Localization files: `.yml` by name, and a format of their own.
//!
//! A line is blank, a comment, a header `l_english:` or an entry ` key:0 "text"`. The text goes to the last quote that can end
//! it: quotes inside need no escape, and a text never leaves its line.

mod entry;
mod quotes;
mod reader;
mod report;

pub use entry::LocalizationEntry;

use std::ops::Deref;

use crate::definition::{Definition, DefinitionKind};
use crate::parsed_file::ParsedFile;
use crate::span::Span;

/// A parsed localization file. Any bytes give one.
///
/// ```
/// use ck3_script::Localization;
/// let file = "\u{feff}l_english:\n brave:0 \"He said \"no\".\" # twice\n";
/// let localization = Localization::parse(file.as_bytes());
/// assert!(localization.problems().is_empty());
/// let brave = localization.get(b"brave").unwrap();
/// assert_eq!(brave.text.unwrap().of(localization.text()), br#"He said "no"."#);
/// ```
#[derive(Clone, Debug)]
pub struct Localization<'b> {
    file: ParsedFile<'b>,
    headers: Vec<Span>,
    entries: Vec<LocalizationEntry>,
}

impl<'b> Localization<'b> {
    /// Parses a file.
    pub fn parse(bytes: &'b [u8]) -> Self {
        let (file, (headers, entries)) = ParsedFile::read(bytes, |text| {
            let read = reader::read(text);
            (read.lexemes, read.problems, (read.headers, read.entries))
        });
        Self { file, headers, entries }
    }

    /// The language of the first header, such as `english`.
    pub fn language(&self) -> Option<&[u8]> {
        self.headers.first().map(|header| language(&self.text, *header))
    }

    /// The headers, such as `l_english`, without the colon; one in a file that is as it should be.
    pub fn headers(&self) -> &[Span] {
        &self.headers
    }

    /// The entries in order.
    pub fn entries(&self) -> &[LocalizationEntry] {
        &self.entries
    }

    /// The last entry of a key.
    pub fn get(&self, key: &[u8]) -> Option<&LocalizationEntry> {
        self.entries.iter().rfind(|entry| entry.key.of(&self.text) == key)
    }

    /// The entries as definitions; the group of each is the header it stands under.
    pub fn definitions(&self) -> Vec<Definition> {
        let kind = DefinitionKind::LocalizationKey;
        let definition = |entry: &LocalizationEntry| {
            let group = entry.header.and_then(|header| self.headers.get(header as usize)).copied();
            Definition { kind, span: entry.span, name: entry.key, group, is_local: false }
        };
        self.entries.iter().map(definition).collect()
    }

    pub(crate) fn into_file(self) -> ParsedFile<'b> {
        self.file
    }
}

impl<'b> Deref for Localization<'b> {
    type Target = ParsedFile<'b>;

    fn deref(&self) -> &ParsedFile<'b> {
        &self.file
    }
}

/// `english` of `l_english`.
pub(crate) fn language(text: &[u8], header: Span) -> &[u8] {
    let header = header.of(text);
    header.strip_prefix(b"l_").unwrap_or(header)
}
