//! The one pass over the bytes that makes the tape.

use crate::byte_class::ByteClass;
use crate::encoding::BOM;
use crate::lexeme::{Lexeme, LexemeKind};
use crate::problem::Problems;
use crate::span::{Span, offset};

use super::scan::{blank_end, expression_end, line_end, parameter_word_end, word_end};
use super::strings::QuoteFinder;
use super::{MAX_DEPTH, recover, report};

/// What a text was parsed into.
#[derive(Debug)]
pub(crate) struct LexedText {
    pub(crate) lexemes: Vec<Lexeme>,
    pub(crate) problems: Problems,
}

/// What the last lexeme that is not a comment was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PreviousLexeme {
    /// The start, a brace, or a whole pair: anything may follow.
    Nothing,
    /// A scalar that may be a key.
    Scalar,
    Operator,
    /// The scalar after an operator.
    Value,
}

pub(super) struct Lexer<'t> {
    pub(super) text: &'t [u8],
    /// Blocks this deep are kept without what is in them.
    pub(super) levels: usize,
    pub(super) lexemes: Vec<Lexeme>,
    pub(super) problems: Problems,
    /// The lexemes that start the blocks around.
    pub(super) open: Vec<u32>,
    /// How many of them are `[[`.
    pub(super) parameters: usize,
    /// Braces that are open beyond [`MAX_DEPTH`].
    pub(super) too_deep: usize,
    pub(super) before: PreviousLexeme,
    pub(super) quotes: QuoteFinder,
    /// A block without an end was met while skipping.
    pub(super) gave_up: bool,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t [u8], levels: usize) -> Self {
        // Script has a lexeme every seven bytes, at most one in five. Room for one in four is twice the file, is hardly ever
        // outgrown, and what is not used costs nothing.
        let expected = if levels == usize::MAX { text.len() / 4 + 16 } else { 0 };
        Self {
            text,
            levels,
            lexemes: Vec::with_capacity(expected),
            problems: Problems::default(),
            open: Vec::new(),
            parameters: 0,
            too_deep: 0,
            before: PreviousLexeme::Nothing,
            quotes: QuoteFinder::default(),
            gave_up: false,
        }
    }

    pub(super) fn run(mut self) -> Self {
        let mut at = 0;
        if self.text.starts_with(BOM) {
            at = self.push(LexemeKind::Bom, 0, BOM.len());
        }
        loop {
            at = blank_end(self.text, at);
            let Some(byte) = self.text.get(at) else { return self };
            at = match ByteClass::of(*byte) {
                ByteClass::Word => self.word(at),
                ByteClass::Space => at + 1,
                ByteClass::Special => self.special(at),
                ByteClass::Operator => self.operator(at, 1 + usize::from(self.text.get(at + 1) == Some(&b'='))),
                ByteClass::Open => self.opening(at),
                ByteClass::Close => self.closing(at),
                ByteClass::Quote => self.quoted(at),
                ByteClass::Comment => self.push(LexemeKind::Comment, at, line_end(self.text, at)),
                ByteClass::Control => self.control(at),
            };
        }
    }

    /// The tape, with missing braces put where the indentation wants them.
    pub(super) fn finish(mut self) -> LexedText {
        if self.before == PreviousLexeme::Operator {
            report::key_without_value(&mut self.problems, self.text, &self.lexemes);
        }
        if let Some(first) = self.open.first() {
            self.lexemes = recover::close_by_indentation(self.text, self.lexemes, *first as usize, &mut self.problems);
        }
        self.problems.sort();
        LexedText { lexemes: self.lexemes, problems: self.problems }
    }

    /// The tape of the outer levels, and whether nothing is wrong with them; `None` if a brace is not closed.
    pub(super) fn shallow(self) -> Option<(Vec<Lexeme>, bool)> {
        let is_sound = self.problems.is_empty() && self.before != PreviousLexeme::Operator;
        (self.open.is_empty() && !self.gave_up).then_some((self.lexemes, is_sound))
    }

    /// Adds a lexeme and returns its end.
    #[inline]
    pub(super) fn push(&mut self, kind: LexemeKind, start: usize, end: usize) -> usize {
        self.lexemes.push(Lexeme::new(kind, offset(start), offset(end - start)));
        end
    }

    #[inline]
    fn push_scalar(&mut self, kind: LexemeKind, start: usize, end: usize) -> usize {
        self.before =
            if self.before == PreviousLexeme::Operator { PreviousLexeme::Value } else { PreviousLexeme::Scalar };
        self.push(kind, start, end)
    }

    #[inline]
    fn word(&mut self, at: usize) -> usize {
        if self.parameters > 0 && self.is_in_parameter() {
            let end = parameter_word_end(self.text, at + 1);
            return self.push_scalar(LexemeKind::Word, at, end);
        }
        let mut end = word_end(self.text, at + 1);
        // `a!=b`, `a?=b`: the mark belongs to the operator.
        if self.text.get(end) == Some(&b'=') && end - at > 1 && matches!(self.text[end - 1], b'!' | b'?') {
            end -= 1;
        }
        self.push_scalar(LexemeKind::Word, at, end);
        self.assignment(end)
    }

    /// Takes ` =` after a key, which is how most pairs go on; what is anything else is left to the loop.
    #[inline]
    fn assignment(&mut self, at: usize) -> usize {
        match self.text.get(at..at + 3) {
            Some([b' ', b'=', next]) if *next != b'=' && self.before == PreviousLexeme::Scalar => {
                self.before = PreviousLexeme::Operator;
                self.push(LexemeKind::Operator, at + 1, at + 2) + usize::from(*next == b' ')
            }
            _ => at,
        }
    }

    fn special(&mut self, at: usize) -> usize {
        match (self.text[at], self.text.get(at + 1)) {
            (b'@', Some(b'[')) => self.expression(at),
            (b'@', Some(b':')) => {
                let end = word_end(self.text, at + 1);
                self.before = PreviousLexeme::Nothing;
                self.push(LexemeKind::Directive, at, end)
            }
            (b'!' | b'?', Some(b'=')) => self.operator(at, 2),
            (b'[', Some(b'[')) if self.open.len() < MAX_DEPTH => self.parameter(at),
            (b']', _) if self.is_in_parameter() => self.parameter_end(at),
            _ => self.word(at),
        }
    }

    fn expression(&mut self, at: usize) -> usize {
        let (end, closed) = expression_end(self.text, at);
        if !closed {
            report::unterminated_expression(&mut self.problems, self.text, at..end);
        }
        self.push_scalar(LexemeKind::Expression, at, end)
    }

    #[inline]
    fn operator(&mut self, at: usize, length: usize) -> usize {
        if self.before != PreviousLexeme::Scalar {
            self.misplaced_operator(at..at + length);
        }
        self.before = PreviousLexeme::Operator;
        self.push(LexemeKind::Operator, at, at + length)
    }

    #[cold]
    fn misplaced_operator(&mut self, operator: std::ops::Range<usize>) {
        let span = Span::at(operator);
        match self.before {
            PreviousLexeme::Scalar => {}
            PreviousLexeme::Operator => report::repeated_operator(&mut self.problems, self.text, span),
            PreviousLexeme::Nothing => report::missing_key(&mut self.problems, self.text, span),
            PreviousLexeme::Value => report::second_operator(&mut self.problems, self.text, &self.lexemes, span),
        }
    }

    #[inline]
    fn quoted(&mut self, at: usize) -> usize {
        let (end, closed) = self.quotes.end(self.text, at);
        if !closed {
            report::unterminated_string(&mut self.problems, self.text, at..end);
        }
        self.push_scalar(LexemeKind::Quoted, at, end)
    }

    /// A control character; at the very end a Ctrl-Z is only how old editors end a file.
    #[cold]
    fn control(&mut self, at: usize) -> usize {
        let is_end = self.text[at] == 0x1A && blank_end(self.text, at + 1) == self.text.len();
        if !is_end {
            report::control_character(&mut self.problems, self.text, Span::at(at..at + 1));
        }
        self.skip_byte(at)
    }

    /// Adds a byte to those that mean nothing; a run of them is one lexeme.
    pub(super) fn skip_byte(&mut self, at: usize) -> usize {
        match self.lexemes.last_mut() {
            Some(last) if last.kind() == LexemeKind::Skipped && last.span().end as usize == at => {
                let start = last.span().start;
                *last = Lexeme::new(LexemeKind::Skipped, start, offset(at + 1) - start);
            }
            _ => {
                self.push(LexemeKind::Skipped, at, at + 1);
            }
        }
        at + 1
    }
}
