//! `PRIVATE_IS_FOR_GENERATED_CODE`: `__private` is named by what macros write, and by no hand (L13, L23).
//!
//! Concerns every source, tests included; the module's own declaration is no use of it.

use crate::finding::Finding;
use crate::rule::Rule;
use crate::source::Source;

pub(super) fn check(source: &Source, found: &mut Vec<Finding>) {
    for (at, token) in source.tokens.iter().enumerate() {
        let is_declaration = at > 0 && source.tokens[at - 1].text == "mod";
        if token.text == "__private" && !is_declaration {
            let message = "`__private` is there for generated code".to_owned();
            let (rule, span) = (Rule::PrivateIsForGeneratedCode, token.span);
            found.push(source.finding(rule, span, span, "__private", message));
        }
    }
}
