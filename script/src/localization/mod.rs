//! Localization files: `.yml` by name, and a format of their own.
//!
//! A line is blank, a comment, a header `l_english:` or an entry ` key:0 "text"`. The text goes to the last quote that can end
//! it: quotes inside need no escape, and a text never leaves its line.

mod entry;
mod markup;
mod quotes;
mod reader;
mod report;

pub use entry::LocalizationEntry;
pub use markup::{Markup, MarkupKind, markup};

use std::borrow::Cow;

use crate::definition::{Definition, DefinitionKind};
use crate::encoding::{self, Encoding};
use crate::lexeme::{Lexeme, MAX_FILE};
use crate::line_index::LineIndex;
use crate::problem::Problems;
use crate::script::file_too_large;
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
    bytes: &'b [u8],
    text: Cow<'b, [u8]>,
    lexemes: Vec<Lexeme>,
    headers: Vec<Span>,
    entries: Vec<LocalizationEntry>,
    problems: Problems,
}

impl<'b> Localization<'b> {
    /// Parses a file.
    pub fn parse(bytes: &'b [u8]) -> Self {
        let text = encoding::decode(bytes);
        if text.len() > MAX_FILE {
            let mut problems = Problems::default();
            problems.add(|| file_too_large(bytes.len()));
            let text = Cow::Borrowed(&[][..]);
            return Self { bytes, text, lexemes: Vec::new(), headers: Vec::new(), entries: Vec::new(), problems };
        }
        let read = reader::read(&text);
        let (lexemes, headers, entries, problems) = (read.lexemes, read.headers, read.entries, read.problems);
        Self { bytes, text, lexemes, headers, entries, problems }
    }

    /// The file as it was given.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The text that all spans are about: the file, or the file converted from UTF-16; empty if it is longer than [`MAX_FILE`].
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How the file encodes its text.
    pub fn encoding(&self) -> Encoding {
        Encoding::of(self.bytes)
    }

    /// The offset in [`bytes`](Self::bytes) of an offset in [`text`](Self::text).
    pub fn original_offset(&self, offset: u32) -> usize {
        encoding::original_offset(self.bytes, &self.text, offset as usize)
    }

    /// Every lexeme in order; between two of them there are only spaces. Keys and versions are words, a `:` is an operator.
    pub fn lexemes(&self) -> &[Lexeme] {
        &self.lexemes
    }

    /// What is wrong with the file's syntax.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// The lines of [`text`](Self::text).
    pub fn line_index(&self) -> LineIndex {
        LineIndex::new(&self.text)
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

    pub(crate) fn into_parts(self) -> (Cow<'b, [u8]>, Problems) {
        (self.text, self.problems)
    }
}

/// `english` of `l_english`.
pub(crate) fn language(text: &[u8], header: Span) -> &[u8] {
    let header = header.of(text);
    header.strip_prefix(b"l_").unwrap_or(header)
}
