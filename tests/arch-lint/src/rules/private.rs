//! `PRIVATE_IS_FOR_GENERATED_CODE`: `__private` is named by what macros write, and by no hand (L13, L23).
//!
//! Concerns every source, tests included, but the crate that writes generated code. The module's own declaration is not a use of
//! it, and neither is `$crate::__private`, which stands in what a macro writes.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == "reply-macros" {
        return;
    }
    for (at, token) in source.tokens.iter().enumerate() {
        let is_declaration = at > 0 && source.tokens[at - 1].text == "mod";
        let before: Vec<&str> =
            source.tokens[at.saturating_sub(4)..at].iter().map(|token| token.text.as_str()).collect();
        let is_written = before == ["$", "crate", ":", ":"];
        if token.text == "__private" && !is_declaration && !is_written {
            let message = "`__private` is there for generated code".to_owned();
            let (rule, span) = (Rule::PrivateIsForGeneratedCode, token.span);
            found.push(source.finding(rule, span, span, "__private", message));
        }
    }
}
