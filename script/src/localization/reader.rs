//! Reads a localization file line by line.

use crate::encoding::BOM;
use crate::lexeme::{Lexeme, LexemeKind};
use crate::parse::scan::line_end;
use crate::problem::Problems;
use crate::span::{Span, offset};

use super::entry::LocalizationEntry;
use super::{quotes, report};

/// What a file was read into.
#[derive(Debug, Default)]
pub(super) struct ReadLocalization {
    pub(super) lexemes: Vec<Lexeme>,
    pub(super) headers: Vec<Span>,
    pub(super) entries: Vec<LocalizationEntry>,
    pub(super) problems: Problems,
}

pub(super) fn read(text: &[u8]) -> ReadLocalization {
    let mut reader = LocalizationReader { text, at: 0, line_end: 0, read: ReadLocalization::default() };
    if text.starts_with(BOM) {
        reader.push(LexemeKind::Bom, 0, BOM.len());
        reader.at = BOM.len();
    }
    while reader.at < text.len() {
        reader.line_end = line_end(text, reader.at);
        reader.line();
        reader.at =
            memchr::memchr(b'\n', &text[reader.line_end..]).map_or(text.len(), |rest| reader.line_end + rest + 1);
    }
    reader.read.problems.sort();
    reader.read
}

struct LocalizationReader<'t> {
    text: &'t [u8],
    at: usize,
    line_end: usize,
    read: ReadLocalization,
}

impl LocalizationReader<'_> {
    fn push(&mut self, kind: LexemeKind, start: usize, end: usize) -> Span {
        self.read.lexemes.push(Lexeme::new(kind, offset(start), offset(end - start)));
        Span::at(start..end)
    }

    /// The rest of the line.
    fn rest(&self) -> &[u8] {
        &self.text[self.at..self.line_end]
    }

    fn byte(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    fn line(&mut self) {
        self.skip_spaces();
        if self.at_end() {
            return;
        }
        let key = self.word(|byte| matches!(byte, b':' | b'"' | b'#'));
        if self.byte() != Some(b':') || key.is_empty() {
            let line = self.push(LexemeKind::Skipped, key.start as usize, self.line_end);
            report::no_key(&mut self.read.problems, self.text, line);
            return;
        }
        self.read.lexemes.push(Lexeme::new(LexemeKind::Word, key.start, offset(key.len())));
        self.push(LexemeKind::Operator, self.at, self.at + 1);
        self.at += 1;
        if !self.header(key) {
            self.entry(key);
        }
    }

    /// Passes spaces; a tab among them is a problem, reported once a run.
    fn skip_spaces(&mut self) {
        let rest = self.rest();
        let spaces = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r')).unwrap_or(rest.len());
        if let Some(tab) = memchr::memchr(b'\t', &rest[..spaces]) {
            let span = Span::at(self.at + tab..self.at + tab + 1);
            report::tab(&mut self.read.problems, span);
        }
        self.at += spaces;
    }

    /// Whether nothing but a comment is left of the line; takes the comment.
    fn at_end(&mut self) -> bool {
        match self.byte() {
            Some(b'#') => {
                self.push(LexemeKind::Comment, self.at, self.line_end);
                true
            }
            byte => byte.is_none(),
        }
    }

    /// Moves past what is neither a space nor the end of a word.
    fn word(&mut self, is_end: impl Fn(u8) -> bool) -> Span {
        let rest = self.rest();
        let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r') || is_end(*byte);
        let length = rest.iter().position(ends).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        Span::at(start..self.at)
    }

    /// `l_english:` with nothing behind it.
    fn header(&mut self, key: Span) -> bool {
        let is_alone = matches!(self.rest().trim_ascii_start().first(), None | Some(b'#'));
        if !is_alone || !key.of(self.text).starts_with(b"l_") {
            return false;
        }
        self.read.headers.push(key);
        self.skip_spaces();
        self.at_end();
        true
    }

    fn entry(&mut self, key: Span) {
        let header = self.read.headers.len().checked_sub(1).map(offset);
        if header.is_none() && self.read.entries.is_empty() {
            report::no_header(&mut self.read.problems, key);
        }
        let version = self.version();
        self.skip_spaces();
        let text = self.quoted(key);
        let end = text.map(|text| text.end).or(version.map(|version| version.end)).unwrap_or(key.end + 1);
        let text = text.map(|text| self.inside(text));
        self.read.entries.push(LocalizationEntry { span: Span::new(key.start, end), key, version, text, header });
    }

    fn version(&mut self) -> Option<Span> {
        let version = self.word(|byte| byte == b'"' || byte == b'#');
        if version.is_empty() {
            return None;
        }
        self.read.lexemes.push(Lexeme::new(LexemeKind::Word, version.start, offset(version.len())));
        if !version.of(self.text).iter().all(u8::is_ascii_digit) {
            report::bad_version(&mut self.read.problems, self.text, version);
        }
        Some(version)
    }

    /// The text with its quotes, and what follows it.
    fn quoted(&mut self, key: Span) -> Option<Span> {
        if self.byte() != Some(b'"') {
            report::no_quotes(&mut self.read.problems, self.text, key, Span::at(self.at..self.line_end));
            if !self.at_end() {
                self.push(LexemeKind::Skipped, self.at, self.line_end);
            }
            return None;
        }
        let Some(close) = quotes::closing(self.rest()) else {
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
            let length = self.rest().iter().rposition(|byte| !is_space(byte)).map_or(0, |last| last + 1);
            let span = self.push(LexemeKind::Quoted, self.at, self.at + length);
            report::unterminated(&mut self.read.problems, self.text, key, span);
            return Some(span);
        };
        let span = self.push(LexemeKind::Quoted, self.at, self.at + close + 1);
        self.at += close + 1;
        self.skip_spaces();
        if !self.at_end() {
            let trailing = self.push(LexemeKind::Skipped, self.at, self.line_end);
            report::trailing(&mut self.read.problems, self.text, trailing);
        }
        Some(span)
    }

    /// A text without its quotes.
    fn inside(&self, quoted: Span) -> Span {
        let closed = quoted.len() > 1 && quoted.of(self.text).last() == Some(&b'"');
        Span::new(quoted.start + 1, quoted.end - u32::from(closed))
    }
}
