//! `THE_WORLD_SPEAKS_FOR_ITS_OWN`: `answer_composed` answers with WA's voice, so every file that calls it is named (L05).
//!
//! Concerns code that is built, outside `world-adapter`. A type says which codes are for what is composed (`ComposedSuccess`); it
//! cannot say who composes: the method is there for crates above the adapter, which does not know them.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == "world-adapter" {
        return;
    }
    for token in source.tokens.iter().filter(|token| token.text == "answer_composed" && !source.is_test(token.span)) {
        let message = "`answer_composed` answers with the world adapter's voice".to_owned();
        found.push(source.finding(Rule::TheWorldSpeaksForItsOwn, token.span, token.span, "answer_composed", message));
    }
}
