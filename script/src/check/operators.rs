//! Operators and values that are missing.
//!
//! A block may hold pairs, values or both, so a word without an operator is not wrong by itself. It is where nothing but pairs
//! can stand: at the top level of a file of definitions. Inside a block one thing is telling: two lone words in a line
//! that they have to themselves, and pairs everywhere else.

use crate::folder::Folder;
use crate::lexeme::{Lexeme, LexemeKind};
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::script::Script;
use crate::span::Span;
use crate::visible::quoted;

pub(super) fn check(script: &Script<'_>, folder: Folder, problems: &mut Problems) {
    // Types, templates and meshes have forms of their own without operators.
    if matches!(folder, Folder::Gui | Folder::Assets | Folder::DataBinding | Folder::ReaderExport) {
        return;
    }
    let level = BlockLevel::default();
    let mut walk = OperatorWalk {
        text: script.text(),
        problems,
        around: Vec::new(),
        level,
        pending: None,
        before: OperatorContext::Nothing,
    };
    for lexeme in script.lexemes() {
        walk.take(*lexeme);
    }
    walk.end_of_scalars();
    walk.end_of_block();
}

/// What the last lexeme that counts was, apart from a scalar that is pending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperatorContext {
    Nothing,
    Operator,
    /// The scalar after an operator; a block may follow it, as in `rgb { … }`.
    Value,
}

/// What was seen of a block.
#[derive(Default)]
struct BlockLevel {
    pairs: usize,
    /// How many lone scalars, and the last two.
    lone: usize,
    last: [Option<Lexeme>; 2],
    /// The lone scalar directly before.
    before: Option<Lexeme>,
}

/// One pass over the lexemes.
struct OperatorWalk<'s, 'p> {
    text: &'s [u8],
    problems: &'p mut Problems,
    around: Vec<BlockLevel>,
    level: BlockLevel,
    /// A scalar that is a key if an operator or a block follows, and alone otherwise.
    pending: Option<Lexeme>,
    before: OperatorContext,
}

impl OperatorWalk<'_, '_> {
    fn take(&mut self, lexeme: Lexeme) {
        match lexeme.kind() {
            LexemeKind::Word | LexemeKind::Quoted | LexemeKind::Expression | LexemeKind::Directive => {
                self.scalar(lexeme);
            }
            LexemeKind::Operator => {
                if self.pending.take().is_some() {
                    self.pair();
                }
                self.before = OperatorContext::Operator;
            }
            LexemeKind::Open => self.opening(),
            LexemeKind::ParameterOpen => {
                self.end_of_scalars();
                self.start_of_block();
            }
            LexemeKind::Close | LexemeKind::MissingClose | LexemeKind::ParameterClose => {
                self.end_of_scalars();
                self.end_of_block();
            }
            _ => {}
        }
    }

    fn is_top(&self) -> bool {
        self.around.is_empty()
    }

    fn scalar(&mut self, scalar: Lexeme) {
        if self.before == OperatorContext::Operator {
            self.before = OperatorContext::Value;
            return;
        }
        self.end_of_scalars();
        self.pending = Some(scalar);
        self.before = OperatorContext::Nothing;
    }

    fn opening(&mut self) {
        match (self.before, self.pending.take()) {
            (OperatorContext::Nothing, Some(key)) => {
                self.pair();
                let message = |key: &str| format!("there is no operator between {key} and its block");
                let (rule, place) = (SyntaxRule::BlockWithoutOperator, (self.text, key.span()));
                self.problems.add_about(rule, place, message, "write `=` before the `{`");
            }
            (OperatorContext::Nothing, None) => self.level.before = None,
            (OperatorContext::Operator | OperatorContext::Value, _) => {}
        }
        self.start_of_block();
    }

    fn start_of_block(&mut self) {
        self.around.push(std::mem::take(&mut self.level));
        self.before = OperatorContext::Nothing;
    }

    fn pair(&mut self) {
        self.level.pairs += 1;
        let word = self.level.before.take();
        if self.is_top() && !word.is_some_and(|word| is_prefix(self.text, word)) {
            report_lone(self.text, word, None, self.problems);
        }
    }

    /// What is pending is not a key.
    fn end_of_scalars(&mut self) {
        let Some(scalar) = self.pending.take() else { return };
        let is_behind = |word: &Lexeme| is_same_line(self.text, *word, scalar);
        let word = self.level.before;
        if word.is_some_and(is_directive) && word.as_ref().is_some_and(is_behind) {
            return;
        }
        self.level.lone += 1;
        self.level.last = [self.level.last[1], Some(scalar)];
        self.level.before = Some(scalar);
        if !self.is_top() {
            return;
        }
        if word.as_ref().is_some_and(is_behind) {
            report_lone(self.text, word, Some(scalar), self.problems);
            self.level.before = None;
        } else {
            report_lone(self.text, word, None, self.problems);
        }
    }

    fn end_of_block(&mut self) {
        let BlockLevel { pairs, lone, last, before } = std::mem::take(&mut self.level);
        if self.is_top() {
            return report_lone(self.text, before, None, self.problems);
        }
        if let (2, [Some(key), Some(value)]) = (lone, last)
            && pairs > 0
            && has_line_alone(self.text, key, value)
            && is_name(key.span().of(self.text))
        {
            self.problems.add(|| missing_operator(self.text, key, value));
        }
        self.level = self.around.pop().unwrap_or_default();
        self.before = OperatorContext::Nothing;
    }
}

/// Reports a scalar at the top level that has no operator, with the value behind it if there is one.
fn report_lone(text: &[u8], word: Option<Lexeme>, value: Option<Lexeme>, problems: &mut Problems) {
    let Some(word) = word.filter(|word| !is_directive(*word)) else { return };
    problems.add(|| match value {
        Some(value) => missing_operator(text, word, value),
        None => SyntaxProblem::new(
            SyntaxRule::KeyWithoutValue,
            word.span(),
            format!("{} has no operator and no value", quoted(word.span().of(text))),
            "write `key = value`, or remove the word",
        ),
    });
}

fn missing_operator(text: &[u8], key: Lexeme, value: Lexeme) -> SyntaxProblem {
    let name = |lexeme: Lexeme| quoted(lexeme.span().of(text));
    SyntaxProblem::new(
        SyntaxRule::MissingOperator,
        key.span().to(value.span()),
        format!("there is no operator between {} and {}", name(key), name(value)),
        "write `=` or a comparison between them",
    )
}

fn is_prefix(text: &[u8], word: Lexeme) -> bool {
    matches!(word.span().of(text), b"scripted_trigger" | b"scripted_effect") || is_directive(word)
}

fn is_directive(word: Lexeme) -> bool {
    word.kind() == LexemeKind::Directive
}

fn is_same_line(text: &[u8], first: Lexeme, second: Lexeme) -> bool {
    !Span::new(first.span().end, second.span().start).of(text).contains(&b'\n')
}

/// Whether two scalars stand side by side in a line that has nothing else but a comment.
fn has_line_alone(text: &[u8], key: Lexeme, value: Lexeme) -> bool {
    let between = Span::new(key.span().end, value.span().start).of(text);
    let mut before = text[..key.span().range().start].iter().rev().skip_while(|byte| matches!(byte, b' ' | b'\t'));
    let mut after = text[value.span().range().end..].iter().skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    between.iter().all(|byte| matches!(byte, b' ' | b'\t'))
        && matches!(before.next(), None | Some(b'\n'))
        && matches!(after.next(), None | Some(b'\n' | b'#'))
}

/// Whether a word looks like a key rather than an id, a number or a date.
fn is_name(word: &[u8]) -> bool {
    word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') && word.iter().any(u8::is_ascii_alphabetic)
}
