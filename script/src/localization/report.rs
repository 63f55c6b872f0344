//! The problems of a localization file, in words.

use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

pub(super) fn no_key(problems: &mut Problems, text: &[u8], line: Span) {
    let help = "write ` key:0 \"text\"`, with no space in the key or before the colon; start a comment with `#`";
    let message = |line: &str| format!("the line {line} has no key with a colon");
    problems.add_about(SyntaxRule::LocalizationKey, (text, line), message, help);
}

pub(super) fn bad_version(problems: &mut Problems, text: &[u8], version: Span) {
    let help = "write a number or nothing between the colon and the text";
    let message = |version: &str| format!("{version} stands where the version number is");
    problems.add_about(SyntaxRule::LocalizationKey, (text, version), message, help);
}

pub(super) fn no_header(problems: &mut Problems, key: Span) {
    let help = "start the file with `l_<language>:`, such as `l_english:`";
    problems.add_fixed(SyntaxRule::LocalizationHeader, key, "the first entry comes before the header", help);
}

#[cold]
pub(super) fn no_quotes(problems: &mut Problems, text: &[u8], key: Span, rest: Span) {
    problems.add(|| {
        let name = quoted(key.of(text));
        let message = match rest.of(text).trim_ascii() {
            [] | [b'#', ..] => format!("{name} has no text"),
            _ => format!("the text of {name} is not in quotes"),
        };
        SyntaxProblem::new(SyntaxRule::LocalizationQuotes, key, message, "put the text in quotes: ` key:0 \"text\"`")
    });
}

#[cold]
pub(super) fn unterminated(problems: &mut Problems, text: &[u8], key: Span, span: Span) {
    problems.add(|| {
        SyntaxProblem::new(
            SyntaxRule::UnterminatedString,
            span,
            format!("the text of {} has no closing quote", quoted(key.of(text))),
            "close the text with `\"` on this line; a line break in a text is written `\\n`",
        )
    });
}

#[cold]
pub(super) fn trailing(problems: &mut Problems, text: &[u8], span: Span) {
    problems.add(|| {
        SyntaxProblem::new(
            SyntaxRule::LocalizationTrailing,
            span,
            format!("{} follows the text", quoted(span.of(text).trim_ascii_end())),
            "remove it, or make it a comment with `#`",
        )
    });
}

pub(super) fn tab(problems: &mut Problems, span: Span) {
    let message = "a tab stands outside the text";
    problems.add_fixed(SyntaxRule::LocalizationTab, span, message, "write spaces instead");
}
