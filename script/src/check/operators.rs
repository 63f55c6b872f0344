//! Operators and values that somebody forgot.
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
use crate::tree::{Item, Items, Value};
use crate::visible::quoted;

pub(super) fn check(script: &Script<'_>, folder: Folder, problems: &mut Problems) {
    // Types, templates and meshes have forms of their own without operators.
    if matches!(folder, Folder::Gui | Folder::Assets | Folder::DataBinding | Folder::ReaderExport) {
        return;
    }
    let text = script.text();
    let mut open = vec![Level::new(script.root().items())];
    let mut is_top = true;
    while let Some(level) = open.last_mut() {
        let Some(item) = level.items.next() else {
            level.finish(text, is_top, problems);
            open.pop();
            is_top = open.len() == 1;
            continue;
        };
        level.take(text, item, is_top, problems);
        if let Some(block) = block_of(item) {
            open.push(Level::new(block));
            is_top = false;
        }
    }
}

fn block_of(item: Item<'_>) -> Option<Items<'_>> {
    let value = match item {
        Item::Pair(pair) => pair.value?,
        Item::Value(value) => value,
    };
    value.block().map(|block| block.items())
}

/// What was seen of a block.
struct Level<'s> {
    items: Items<'s>,
    pairs: usize,
    /// How many lone scalars, and the last two.
    lone: usize,
    last: [Option<Lexeme>; 2],
    /// The lone scalar that was the last item.
    before: Option<Lexeme>,
}

impl<'s> Level<'s> {
    fn new(items: Items<'s>) -> Self {
        Self { items, pairs: 0, lone: 0, last: [None; 2], before: None }
    }

    fn take(&mut self, text: &[u8], item: Item<'s>, is_top: bool, problems: &mut Problems) {
        match item {
            Item::Pair(pair) => {
                let before = self.before.take();
                self.pairs += 1;
                if pair.operator.is_none() {
                    problems.add(|| block_without_operator(text, pair.key));
                }
                if is_top && !before.is_some_and(|word| is_prefix(text, word)) {
                    report_lone(text, before, None, problems);
                }
            }
            Item::Value(Value::Scalar(scalar)) => {
                let is_argument =
                    self.before.is_some_and(|word| is_directive(word) && is_same_line(text, word, scalar));
                if is_argument {
                    return;
                }
                self.lone += 1;
                self.last = [self.last[1], Some(scalar)];
                match self.before {
                    Some(word) if is_top && is_same_line(text, word, scalar) => {
                        report_lone(text, Some(word), Some(scalar), problems);
                        self.before = None;
                    }
                    word => {
                        if is_top {
                            report_lone(text, word, None, problems);
                        }
                        self.before = Some(scalar);
                    }
                }
            }
            Item::Value(_) => self.before = None,
        }
    }

    fn finish(&self, text: &[u8], is_top: bool, problems: &mut Problems) {
        if is_top {
            return report_lone(text, self.before, None, problems);
        }
        if let (2, [Some(key), Some(value)]) = (self.lone, self.last)
            && self.pairs > 0
            && has_line_alone(text, key, value)
            && is_name(key.span().of(text))
        {
            problems.add(|| missing_operator(text, key, value));
        }
    }
}

/// Reports a scalar at the top level that has no operator, with the value behind it if there is one.
fn report_lone(text: &[u8], word: Option<Lexeme>, value: Option<Lexeme>, problems: &mut Problems) {
    let Some(word) = word.filter(|word| !is_directive(*word) && !follows_operator(text, *word)) else { return };
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

fn block_without_operator(text: &[u8], key: Lexeme) -> SyntaxProblem {
    SyntaxProblem::new(
        SyntaxRule::BlockWithoutOperator,
        key.span(),
        format!("there is no operator between {} and its block", quoted(key.span().of(text))),
        "write `=` before the `{`",
    )
}

fn is_prefix(text: &[u8], word: Lexeme) -> bool {
    matches!(word.span().of(text), b"scripted_trigger" | b"scripted_effect") || is_directive(word)
}

fn is_directive(word: Lexeme) -> bool {
    word.kind() == LexemeKind::Directive
}

/// Whether an operator stands before it that has no key; that is a problem of its own.
fn follows_operator(text: &[u8], word: Lexeme) -> bool {
    let before = text[..word.span().range().start].trim_ascii_end();
    matches!(before.last(), Some(b'=' | b'<' | b'>'))
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
