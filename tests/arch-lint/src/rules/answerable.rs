//! `THE_WORLD_SPEAKS_FOR_ITS_OWN`: what is `Answerable` is said with WA's voice, so every file that makes data so is named (L05).
//!
//! Concerns code that is built, outside `world-adapter`. A type says which codes are for what is composed (`SuccessOf`); it cannot
//! say who composes: the trait is there for crates above the adapter, which does not know them.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if source.package() == "world-adapter" {
        return;
    }
    for token in source.tokens.iter().filter(|token| token.text == "Answerable" && !source.is_test(token.span)) {
        let message = "`Answerable` data is said with the world adapter's voice".to_owned();
        found.push(source.finding(Rule::TheWorldSpeaksForItsOwn, token.span, token.span, "Answerable", message));
    }
}
