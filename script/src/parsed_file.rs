//! What every parsed file has, whatever its format.

use std::borrow::Cow;

use crate::encoding::{self, SourceEncoding};
use crate::lexeme::{Lexeme, MAX_FILE};
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;

/// The text, the lexemes and the problems of a file: what [`Script`](crate::Script) and
/// [`Localization`](crate::Localization) have in common, and dereference to.
#[derive(Clone, Debug)]
pub struct ParsedFile<'b> {
    bytes: &'b [u8],
    pub(crate) text: Cow<'b, [u8]>,
    pub(crate) lexemes: Vec<Lexeme>,
    pub(crate) problems: Problems,
}

impl<'b> ParsedFile<'b> {
    /// Decodes a file and lets `read` make lexemes and problems, and whatever else it finds, of its text. A file that is too
    /// long is not read: it has no text, and one problem that says so.
    pub(crate) fn read<T: Default>(
        bytes: &'b [u8],
        read: impl FnOnce(&[u8]) -> (Vec<Lexeme>, Problems, T),
    ) -> (Self, T) {
        let text = encoding::decode(bytes);
        if text.len() > MAX_FILE {
            let mut problems = Problems::default();
            problems.add(|| file_too_large(bytes.len()));
            return (Self { bytes, text: Cow::Borrowed(&[]), lexemes: Vec::new(), problems }, T::default());
        }
        let (lexemes, problems, found) = read(&text);
        (Self { bytes, text, lexemes, problems }, found)
    }

    /// The file as it was given.
    pub fn bytes(&self) -> &'b [u8] {
        self.bytes
    }

    /// The text that all spans are about: the file, or the file converted from UTF-16. Empty if the file is longer than
    /// [`MAX_FILE`].
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How the file encodes its text.
    pub fn encoding(&self) -> SourceEncoding {
        SourceEncoding::of(self.bytes)
    }

    /// The offset in [`bytes`](Self::bytes) of an offset in [`text`](Self::text).
    pub fn original_offset(&self, offset: u32) -> usize {
        encoding::original_offset(self.bytes, &self.text, offset as usize)
    }

    /// Every lexeme in order. Between two of them there are only spaces. In localization, keys and versions are words and a
    /// `:` is an operator.
    pub fn lexemes(&self) -> &[Lexeme] {
        &self.lexemes
    }

    /// What is wrong with the file's syntax.
    pub fn problems(&self) -> &Problems {
        &self.problems
    }

    pub(crate) fn into_parts(self) -> (Cow<'b, [u8]>, Problems) {
        (self.text, self.problems)
    }
}

/// The one problem of a file that is not parsed.
fn file_too_large(length: usize) -> SyntaxProblem {
    SyntaxProblem::new(
        SyntaxRule::FileTooLarge,
        Span::default(),
        format!("the file has {length} bytes; at most {MAX_FILE} are parsed"),
        "split the file",
    )
}
