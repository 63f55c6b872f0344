//! `NO_LIST_OF_THE_PERMITTED`: white, black and other lists of what is allowed (L65).
//!
//! Concerns every name in every crate, tests and macros included; `enforcement` too, because its policy is a table of verdicts.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::Kind;
use crate::words::{pair, words};

const COLOURS: [&str; 7] = ["white", "black", "allow", "deny", "block", "grey", "safe"];
const JOINED: [&str; 10] = [
    "whitelist",
    "blacklist",
    "allowlist",
    "denylist",
    "blocklist",
    "safelist",
    "whitelists",
    "blacklists",
    "allowlists",
    "whitelisted",
];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    for token in source.tokens.iter().filter(|token| token.kind == Kind::Name) {
        let words = words(&token.text);
        let is_joined = words.iter().any(|word| JOINED.iter().any(|list| word.contains(list)));
        if is_joined || pair(&words, &COLOURS, &["list", "lists", "listed"]) {
            let name = &token.text;
            let message = format!("`{name}` is a list of what is permitted, beside the policy");
            found.push(source.finding(Rule::NoListOfThePermitted, token.span, token.span, name, message));
        }
    }
}
