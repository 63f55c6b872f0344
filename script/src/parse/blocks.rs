//! The part of the lexer that starts and ends blocks.

use crate::lexeme::{Lexeme, LexemeKind};
use crate::span::{Span, offset};

use super::lexer::{Lexer, PreviousLexeme};
use super::scan::parameter_word_end;
use super::shallow::closing_brace;
use super::{MAX_DEPTH, report};

impl Lexer<'_> {
    /// `[[NAME]`, the start of a part that depends on a parameter.
    pub(super) fn parameter(&mut self, at: usize) -> usize {
        self.open_block(LexemeKind::ParameterOpen, at);
        self.parameters += 1;
        let name = at + 2;
        let end = parameter_word_end(self.text, name);
        match self.text.get(end) {
            Some(b']') => self.push(LexemeKind::ParameterName, name, end + 1),
            _ => name,
        }
    }

    /// The `]` that ends what `[[` started.
    pub(super) fn parameter_end(&mut self, at: usize) -> usize {
        let start = self.open.pop().unwrap_or_default();
        self.parameters -= 1;
        self.before = PreviousLexeme::Nothing;
        self.close(LexemeKind::ParameterClose, at, start);
        at + 1
    }

    pub(super) fn is_in_parameter(&self) -> bool {
        let last = self.open.last().and_then(|start| self.lexemes.get(*start as usize));
        last.is_some_and(|lexeme| lexeme.kind() == LexemeKind::ParameterOpen)
    }

    #[inline]
    pub(super) fn opening(&mut self, at: usize) -> usize {
        if self.open.len() >= self.levels {
            return self.skipped_block(at);
        }
        if self.open.len() >= MAX_DEPTH {
            return self.opening_too_deep(at);
        }
        self.open_block(LexemeKind::Open, at);
        at + 1
    }

    #[inline]
    fn open_block(&mut self, kind: LexemeKind, at: usize) {
        self.open.push(offset(self.lexemes.len()));
        self.lexemes.push(Lexeme::new(kind, offset(at), 0));
        self.before = PreviousLexeme::Nothing;
    }

    fn skipped_block(&mut self, at: usize) -> usize {
        let Some(close) = closing_brace(self.text, at + 1, &mut self.quotes) else {
            self.gave_up = true;
            return self.text.len();
        };
        let start = offset(self.lexemes.len());
        self.lexemes.push(Lexeme::new(LexemeKind::Open, offset(at), start + 1));
        self.lexemes.push(Lexeme::new(LexemeKind::Close, offset(close), start));
        self.before = PreviousLexeme::Nothing;
        close + 1
    }

    #[cold]
    fn opening_too_deep(&mut self, at: usize) -> usize {
        if self.too_deep == 0 {
            report::nesting_too_deep(&mut self.problems, Span::at(at..at + 1));
        }
        self.too_deep += 1;
        self.before = PreviousLexeme::Nothing;
        self.skip_byte(at)
    }

    #[inline]
    pub(super) fn closing(&mut self, at: usize) -> usize {
        if self.before == PreviousLexeme::Operator {
            report::key_without_value(&mut self.problems, self.text, &self.lexemes);
        }
        self.before = PreviousLexeme::Nothing;
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return self.skip_byte(at);
        }
        while let Some(start) = self.open.pop() {
            if self.lexemes.get(start as usize).is_some_and(|open| open.kind() == LexemeKind::Open) {
                self.close(LexemeKind::Close, at, start);
                return at + 1;
            }
            self.parameters -= 1;
            report::unclosed_parameter(&mut self.problems, self.lexemes[start as usize].span());
            self.close(LexemeKind::MissingClose, at, start);
        }
        report::stray_brace(&mut self.problems, self.text, &self.lexemes, at);
        self.push(LexemeKind::StrayClose, at, at + 1)
    }

    /// Links the start of a block with its end.
    #[inline]
    fn close(&mut self, kind: LexemeKind, at: usize, start: u32) {
        let end = offset(self.lexemes.len());
        self.lexemes.push(Lexeme::new(kind, offset(at), start));
        if let Some(open) = self.lexemes.get_mut(start as usize) {
            open.link(end);
        }
    }
}
