//! The problems that parsing finds, in words.

use std::ops::Range;

use crate::lexeme::{Lexeme, LexemeKind};
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

use super::indent::line_indent;
use super::scan::is_one_line;

/// How many lexemes before a stray brace are searched for its cause.
const MAX_SEARCHED: usize = 1000;

#[cold]
pub(super) fn key_without_value(problems: &mut Problems, text: &[u8], lexemes: &[Lexeme]) {
    problems.add(|| {
        let mut last = lexemes.iter().rev().filter(|lexeme| lexeme.kind() != LexemeKind::Comment);
        let operator = last.next().map(|lexeme| lexeme.span()).unwrap_or_default();
        let key = last.next().filter(|lexeme| lexeme.is_scalar()).map_or(operator, |lexeme| lexeme.span());
        key_lacks_value(text, key, operator)
    });
}

fn key_lacks_value(text: &[u8], key: Span, operator: Span) -> SyntaxProblem {
    SyntaxProblem::new(
        SyntaxRule::KeyWithoutValue,
        key.to(operator),
        format!("{} has no value", quoted(key.of(text))),
        "write the value after the operator, or remove the line",
    )
}

pub(super) fn repeated_operator(problems: &mut Problems, text: &[u8], operator: Span) {
    let message = |operator: &str| format!("{operator} follows another operator");
    problems.add_about(SyntaxRule::RepeatedOperator, (text, operator), message, "keep one of the two");
}

pub(super) fn missing_key(problems: &mut Problems, text: &[u8], operator: Span) {
    let message = |operator: &str| format!("{operator} has no key before it");
    problems.add_about(SyntaxRule::MissingKey, (text, operator), message, "write the key before the operator");
}

/// An operator after a whole pair. If the value stands in a line with it, the value is a key and the pair has none.
#[cold]
pub(super) fn second_operator(problems: &mut Problems, text: &[u8], lexemes: &[Lexeme], second: Span) {
    problems.add(|| {
        let mut last = lexemes.iter().rev().filter(|lexeme| lexeme.kind() != LexemeKind::Comment);
        let mut next = || last.next().map(|lexeme| lexeme.span()).unwrap_or_default();
        let (value, operator, key) = (next(), next(), next());
        if is_next_key(text, operator, value, second) {
            return key_lacks_value(text, key, operator);
        }
        SyntaxProblem::new(
            SyntaxRule::RepeatedOperator,
            second,
            format!("{} has a second operator", quoted(key.to(value).of(text))),
            "a pair is `key = value`; start the next pair with a key, or put the value in braces",
        )
    });
}

/// Whether in `a =⏎ b = c` the `b` is the next key rather than the value of `a`: it starts a line, and its operator is in it.
pub(crate) fn is_next_key(text: &[u8], operator: Span, value: Span, second: Span) -> bool {
    let between = |from: Span, to: Span| Span::new(from.end, to.start).of(text);
    !is_one_line(between(operator, value)) && is_one_line(between(value, second))
}

pub(super) fn unterminated_string(problems: &mut Problems, text: &[u8], range: Range<usize>) {
    let (place, help) = ((text, Span::at(range)), "close the text with `\"` on this line");
    let message = |string: &str| format!("the text {string} has no closing quote");
    problems.add_about(SyntaxRule::UnterminatedString, place, message, help);
}

pub(super) fn unterminated_expression(problems: &mut Problems, text: &[u8], range: Range<usize>) {
    let (place, help) = ((text, Span::at(range)), "close the expression with `]` on this line");
    let message = |expression: &str| format!("the expression {expression} has no closing bracket");
    problems.add_about(SyntaxRule::UnterminatedExpression, place, message, help);
}

#[cold]
pub(super) fn unclosed_parameter(problems: &mut Problems, open: Span) {
    let (message, help) =
        ("the part that `[[` starts is never closed", "close it with `]` before the block around it ends");
    problems.add_fixed(SyntaxRule::UnclosedParameter, open, message, help);
}

/// `open` is the brace's index in `lexemes`, `missing` the place where its end belongs.
#[cold]
pub(super) fn unclosed_brace(problems: &mut Problems, text: &[u8], lexemes: &[Lexeme], open: usize, missing: u32) {
    problems.add(|| {
        let name = name_of_block(text, lexemes, open);
        SyntaxProblem::new(
            SyntaxRule::UnclosedBrace,
            lexemes[open].span(),
            format!("{name} is never closed"),
            "add the missing `}`; which brace lacks one is judged by indentation",
        )
        .with_related(Span::new(missing, missing), "a `}` is missing here")
    });
}

fn name_of_block(text: &[u8], lexemes: &[Lexeme], open: usize) -> String {
    let mut before = lexemes[..open].iter().rev().filter(|lexeme| lexeme.kind() != LexemeKind::Comment).take(2);
    let key = before.find(|lexeme| lexeme.kind() != LexemeKind::Operator).filter(|lexeme| lexeme.is_scalar());
    key.map_or_else(|| "a block".to_owned(), |key| format!("the block of {}", quoted(key.span().of(text))))
}

#[cold]
pub(super) fn stray_brace(problems: &mut Problems, text: &[u8], lexemes: &[Lexeme], at: usize) {
    problems.add(|| {
        let problem = SyntaxProblem::new(
            SyntaxRule::StrayBrace,
            Span::at(at..at + 1),
            "this `}` closes nothing",
            "remove it, or add the `{` that it should close",
        );
        match early_close(text, lexemes) {
            Some(span) => problem.with_related(span, "judged by indentation, the block before ended too early here"),
            None => problem,
        }
    });
}

/// The last `}` in a line that is indented otherwise than the line of its `{`.
fn early_close(text: &[u8], lexemes: &[Lexeme]) -> Option<Span> {
    let mut index = lexemes.len();
    for _ in 0..MAX_SEARCHED {
        index = index.checked_sub(1)?;
        let close = lexemes[index];
        if close.kind() != LexemeKind::Close {
            continue;
        }
        let open = close.counterpart()? as usize;
        let indent = |lexeme: &Lexeme| line_indent(text, lexeme.span().start as usize);
        if indent(lexemes.get(open)?)? != indent(&close)? {
            return Some(close.span());
        }
        index = open;
    }
    None
}

#[cold]
pub(super) fn nesting_too_deep(problems: &mut Problems, span: Span) {
    problems.add(|| {
        SyntaxProblem::new(
            SyntaxRule::NestingTooDeep,
            span,
            format!("blocks are nested more than {} deep", super::MAX_DEPTH),
            "close blocks that are not meant to hold the rest of the file",
        )
    });
}

pub(super) fn control_character(problems: &mut Problems, text: &[u8], span: Span) {
    let message = |character: &str| format!("the control character {character} stands outside a text");
    problems.add_about(SyntaxRule::ControlCharacter, (text, span), message, "remove it");
}
