//! Puts missing closing braces where the indentation wants them.
//!
//! Braces alone cannot tell which of them is missing: whatever lacks one, it is the outermost block that stays open. People
//! indent, so lines can tell: a pair that starts a line no deeper than the line of an open block stands outside it, and a
//! `}` that starts a line closes the block whose line is indented alike.
//!
//! Only what comes after the first `{` that is never closed is judged, and only until the rest is balanced: whatever was
//! whole before is never taken apart because of what follows it.

use crate::lexeme::{Lexeme, LexemeKind};
use crate::problem::Problems;
use crate::span::offset;

use super::indent::{line_indent, width};
use super::report;

/// How many blocks around a brace are compared with it.
const MAX_CLOSED_AT_ONCE: usize = 32;

/// Pairs the braces again from the lexeme `first` on, which is a `{` that is never closed.
pub(super) fn close_by_indentation(
    text: &[u8],
    mut lexemes: Vec<Lexeme>,
    first: usize,
    problems: &mut Problems,
) -> Vec<Lexeme> {
    let tail = lexemes.split_off(first);
    let balanced = balanced_from(&tail);
    let start = tail.first().map_or(0, |lexeme| lexeme.span().start as usize);
    let mut pairing = BracePairing {
        text,
        inside: lexemes.len(),
        end: start,
        line: line_indent(text, start).unwrap_or_default(),
        lexemes,
        open: Vec::new(),
        follows_operator: false,
        trusts: false,
        problems,
    };
    for (index, lexeme) in tail.iter().enumerate() {
        pairing.take(*lexeme, &tail[index + 1..], balanced[index]);
    }
    pairing.close_until(|_| false);
    pairing.lexemes
}

/// For each lexeme, whether the braces from it to the end match one another.
fn balanced_from(lexemes: &[Lexeme]) -> Vec<bool> {
    let mut balanced = vec![false; lexemes.len()];
    // What the braces to the right add up to, and the least that any part of them from the left adds up to.
    let (mut sum, mut least) = (0_i64, 0_i64);
    for (index, lexeme) in lexemes.iter().enumerate().rev() {
        let step = match lexeme.kind() {
            LexemeKind::Open => 1,
            LexemeKind::Close | LexemeKind::StrayClose => -1,
            _ => 0,
        };
        sum += step;
        least = (least + step).min(0);
        balanced[index] = sum == 0 && least == 0;
    }
    balanced
}

/// A block that is open.
struct OpenBlock {
    /// The index of its start.
    open: usize,
    /// The indentation of the line it starts in.
    indent: u32,
    /// Whether its content is indented deeper, so that indentation means something. Unknown until its first line.
    is_indented: Option<bool>,
}

struct BracePairing<'t, 'p> {
    text: &'t [u8],
    lexemes: Vec<Lexeme>,
    open: Vec<OpenBlock>,
    /// The end of the last lexeme.
    end: usize,
    /// The indentation of the present line.
    line: u32,
    /// How many lexemes are surely inside the innermost block; comments after them may belong to what follows it.
    inside: usize,
    follows_operator: bool,
    /// From here on all braces match, so indentation has nothing to say.
    trusts: bool,
    problems: &'p mut Problems,
}

impl BracePairing<'_, '_> {
    /// Takes the next lexeme. `rest` are those behind it; `is_balanced` tells that from it on all braces match.
    fn take(&mut self, lexeme: Lexeme, rest: &[Lexeme], is_balanced: bool) {
        if lexeme.kind() == LexemeKind::MissingClose {
            return;
        }
        let is_first = self.advance(lexeme);
        if lexeme.kind() == LexemeKind::Comment {
            let belongs = !is_first || self.open.last().is_some_and(|level| self.line > level.indent);
            self.lexemes.push(lexeme);
            if belongs {
                self.inside = self.lexemes.len();
            }
            return;
        }
        self.trusts |= self.open.is_empty() && is_balanced;
        if is_first && !self.trusts {
            self.judge(lexeme, rest);
        } else if let Some(level) = self.open.last_mut() {
            level.is_indented.get_or_insert(true);
        }
        self.pair(lexeme);
        self.follows_operator = lexeme.kind() == LexemeKind::Operator;
        self.inside = self.lexemes.len();
    }

    /// Moves on to a lexeme, and returns whether it is the first of its line.
    fn advance(&mut self, lexeme: Lexeme) -> bool {
        let span = lexeme.span();
        let gap = self.text.get(self.end..span.start as usize).unwrap_or_default();
        self.end = span.end as usize;
        let Some(line_end) = memchr::memrchr(b'\n', gap) else { return false };
        self.line = width(&gap[line_end + 1..]);
        true
    }

    /// Closes the blocks that the first lexeme of a line shows to be over.
    fn judge(&mut self, lexeme: Lexeme, rest: &[Lexeme]) {
        let line = self.line;
        if let Some(level) = self.open.last_mut() {
            level.is_indented.get_or_insert(line > level.indent || lexeme.kind() == LexemeKind::Close);
        }
        let is_over = |level: &OpenBlock| level.is_indented == Some(true) && level.indent >= line;
        match lexeme.kind() {
            LexemeKind::Close | LexemeKind::StrayClose => {
                // The block that this brace closes is the last one as far out as the brace, if there is one.
                let outer = self.open.iter().rev().take(MAX_CLOSED_AT_ONCE).find(|level| level.indent <= line);
                if outer.is_some_and(|level| level.indent == line) {
                    self.close_until(|level| level.is_indented != Some(true) || level.indent <= line);
                }
            }
            _ if !self.follows_operator && starts_pair(lexeme, rest) => self.close_until(|level| !is_over(level)),
            _ => {}
        }
    }

    /// Closes blocks until one is not over.
    fn close_until(&mut self, is_open: impl Fn(&OpenBlock) -> bool) {
        let mut missing = Vec::new();
        while let Some(level) = self.open.pop_if(|level| !is_open(level)) {
            missing.push(level.open);
        }
        if missing.is_empty() {
            return;
        }
        let comments = self.lexemes.split_off(self.inside);
        let at = self.lexemes.last().map_or(0, |last| last.span().end);
        for open in missing {
            let is_brace = self.lexemes[open].kind() == LexemeKind::Open;
            self.link(LexemeKind::MissingClose, at, open);
            if is_brace {
                report::unclosed_brace(self.problems, self.text, &self.lexemes, open, at);
            } else {
                report::unclosed_parameter(self.problems, self.lexemes[open].span());
            }
        }
        self.inside = self.lexemes.len();
        self.lexemes.extend(comments);
    }

    fn pair(&mut self, lexeme: Lexeme) {
        let at = lexeme.span().start;
        match lexeme.kind() {
            LexemeKind::Open | LexemeKind::ParameterOpen => {
                self.open.push(OpenBlock { open: self.lexemes.len(), indent: self.line, is_indented: None });
                self.lexemes.push(lexeme);
            }
            LexemeKind::Close | LexemeKind::StrayClose => {
                let kind_of = |lexemes: &[Lexeme], level: &OpenBlock| lexemes[level.open].kind();
                while let Some(level) =
                    self.open.pop_if(|level| kind_of(&self.lexemes, level) == LexemeKind::ParameterOpen)
                {
                    report::unclosed_parameter(self.problems, self.lexemes[level.open].span());
                    self.link(LexemeKind::MissingClose, at, level.open);
                }
                match self.open.pop() {
                    Some(level) => self.link(LexemeKind::Close, at, level.open),
                    None => {
                        report::stray_brace(self.problems, self.text, &self.lexemes, at as usize);
                        self.lexemes.push(Lexeme::new(LexemeKind::StrayClose, at, 1));
                    }
                }
            }
            LexemeKind::ParameterClose => {
                match self.open.pop_if(|level| self.lexemes[level.open].kind() == LexemeKind::ParameterOpen) {
                    Some(level) => self.link(LexemeKind::ParameterClose, at, level.open),
                    None => self.lexemes.push(Lexeme::new(LexemeKind::Skipped, at, 1)),
                }
            }
            _ => self.lexemes.push(lexeme),
        }
    }

    fn link(&mut self, kind: LexemeKind, at: u32, open: usize) {
        let end = offset(self.lexemes.len());
        self.lexemes.push(Lexeme::new(kind, at, offset(open)));
        self.lexemes[open].link(end);
    }
}

/// Whether a lexeme starts a pair, such as `a =`, `scripted_trigger a =` or `types A {`.
fn starts_pair(lexeme: Lexeme, rest: &[Lexeme]) -> bool {
    let mut next = rest.iter().filter(|lexeme| lexeme.kind() != LexemeKind::Comment).take(2);
    let (Some(second), third) = (next.next(), next.next()) else { return false };
    let leads = |lexeme: &Lexeme| matches!(lexeme.kind(), LexemeKind::Operator | LexemeKind::Open);
    lexeme.is_scalar() && (leads(second) || second.is_scalar() && third.is_some_and(leads))
}
