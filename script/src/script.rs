//! A parsed script file.

use std::borrow::Cow;

use crate::encoding::{self, Encoding};
use crate::lexeme::{Lexeme, LexemeKind, MAX_FILE};
use crate::line_index::LineIndex;
use crate::parse;
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::tree::Block;

/// A parsed script file: its text and the tape of its lexemes.
///
/// Any bytes give one. Offsets are those of [`text`](Self::text), which is the file itself unless the file is UTF-16; then it
/// is the file converted to UTF-8, and [`original_offset`](Self::original_offset) leads back.
///
/// ```
/// use ck3_script::Script;
/// let script = Script::parse(b"brave = {\n\tcost = 40 # gold\n");
/// assert_eq!(script.problems().kept()[0].rule.name(), "UNCLOSED_BRACE");
/// let brave = script.root().get(b"brave").and_then(|pair| pair.block()).unwrap();
/// assert_eq!(brave.get(b"cost").and_then(|pair| pair.scalar()), Some(&b"40"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct Script<'b> {
    bytes: &'b [u8],
    text: Cow<'b, [u8]>,
    lexemes: Vec<Lexeme>,
    problems: Problems,
}

impl<'b> Script<'b> {
    /// Parses a file.
    pub fn parse(bytes: &'b [u8]) -> Self {
        let text = encoding::decode(bytes);
        if text.len() > MAX_FILE {
            return Self::refused(bytes);
        }
        let tape = parse::tape(&text);
        Self { bytes, text, lexemes: tape.lexemes, problems: tape.problems }
    }

    /// Parses the outer levels of a file, fast and without problems: see [`definitions_only`](crate::definitions_only).
    pub(crate) fn parse_shallow(bytes: &'b [u8], levels: usize) -> Self {
        let text = encoding::decode(bytes);
        if text.len() > MAX_FILE {
            return Self::refused(bytes);
        }
        let lexemes = parse::shallow_tape(&text, levels);
        Self { bytes, text, lexemes, problems: Problems::default() }
    }

    fn refused(bytes: &'b [u8]) -> Self {
        let mut problems = Problems::default();
        problems.add(|| file_too_large(bytes.len()));
        Self { bytes, text: Cow::Borrowed(&[]), lexemes: Vec::new(), problems }
    }

    /// The file as it was given.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The text that all spans are about; empty if the file is longer than [`MAX_FILE`].
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

    /// Every lexeme in order. Between two of them there are only spaces.
    pub fn lexemes(&self) -> &[Lexeme] {
        &self.lexemes
    }

    /// What is wrong with the file's syntax.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    /// The lines of [`text`](Self::text), for turning offsets into lines and columns.
    pub fn line_index(&self) -> LineIndex {
        LineIndex::new(&self.text)
    }

    /// What stands at the top level of the file.
    pub fn root(&self) -> Block<'_> {
        Block::root(&self.text, &self.lexemes)
    }

    /// The text in pieces, each a lexeme or the spaces before one; together they are the text.
    pub fn pieces(&self) -> impl Iterator<Item = (Option<LexemeKind>, Span)> {
        let end = Span::new(self.text_end(), self.text_end());
        let lexemes = self.lexemes.iter().map(|lexeme| (Some(lexeme.kind()), lexeme.span()));
        let mut at = 0;
        lexemes.chain([(None, end)]).flat_map(move |(kind, span)| {
            let gap = Span::new(at, span.start);
            at = span.end;
            [(None, gap), (kind, span)]
        })
    }

    fn text_end(&self) -> u32 {
        crate::span::offset(self.text.len())
    }

    pub(crate) fn into_parts(self) -> (Cow<'b, [u8]>, Problems) {
        (self.text, self.problems)
    }
}

/// The one problem of a file that is not parsed.
pub(crate) fn file_too_large(length: usize) -> SyntaxProblem {
    SyntaxProblem::new(
        SyntaxRule::FileTooLarge,
        Span::default(),
        format!("the file has {length} bytes; at most {MAX_FILE} are parsed"),
        "split the file",
    )
}
