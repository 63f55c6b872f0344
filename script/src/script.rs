//! A parsed script file.

use std::ops::Deref;

use crate::lexeme::LexemeKind;
use crate::parse;
use crate::parsed_file::ParsedFile;
use crate::problem::Problems;
use crate::span::Span;
use crate::tree::Block;

/// A parsed script file: its text and the tape of its lexemes.
///
/// Any bytes give one. Offsets are those of [`text`](ParsedFile::text), which is the file itself unless the file is UTF-16; then
/// it is the file converted to UTF-8, and [`original_offset`](ParsedFile::original_offset) leads back.
///
/// ```
/// use ck3_script::Script;
/// let script = Script::parse(b"brave = {\n\tcost = 40 # gold\n");
/// assert_eq!(script.problems().kept()[0].rule.name(), "UNCLOSED_BRACE");
/// let brave = script.root().get(b"brave").and_then(|pair| pair.block()).unwrap();
/// assert_eq!(brave.get(b"cost").and_then(|pair| pair.scalar()), Some(&b"40"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct Script<'b>(ParsedFile<'b>);

impl<'b> Script<'b> {
    /// Parses a file.
    pub fn parse(bytes: &'b [u8]) -> Self {
        let (file, ()) = ParsedFile::read(bytes, |text| {
            let tape = parse::tape(text);
            (tape.lexemes, tape.problems, ())
        });
        Self(file)
    }

    /// Parses the outer levels of a file, fast and without problems: see [`outline`](crate::outline). Also tells whether nothing is
    /// wrong with these levels.
    pub(crate) fn parse_shallow(bytes: &'b [u8], levels: usize) -> (Self, bool) {
        let (file, is_sound) = ParsedFile::read(bytes, |text| {
            let (lexemes, is_sound) = parse::shallow_tape(text, levels);
            (lexemes, Problems::default(), is_sound)
        });
        (Self(file), is_sound)
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

    pub(crate) fn into_file(self) -> ParsedFile<'b> {
        self.0
    }
}

impl<'b> Deref for Script<'b> {
    type Target = ParsedFile<'b>;

    fn deref(&self) -> &ParsedFile<'b> {
        &self.0
    }
}
