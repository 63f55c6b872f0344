//! `ANY_CODE_IS_FOR_TESTS`: `AnyCode` declares every code, so a tool that used it would declare nothing (L22).
//!
//! Concerns code that is built, outside `reply-core`, which defines it.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == "reply-core" {
        return;
    }
    for token in source.tokens.iter().filter(|token| token.text == "AnyCode" && !source.is_test(token.span)) {
        let message = "`AnyCode` declares every code, and so says nothing of what is answered".to_owned();
        found.push(source.finding(Rule::AnyCodeIsForTests, token.span, token.span, "AnyCode", message));
    }
}
