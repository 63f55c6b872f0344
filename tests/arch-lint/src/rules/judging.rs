//! `ONLY_ENFORCEMENT_JUDGES`: questions of permission, by concept (L60).
//!
//! Concerns every name, and every text that is nothing but a name, in every crate, tests and macros included. Inside `enforcement`
//! only `policy` may judge. Names of test functions are sentences and not asked for a verdict, so they are left alone.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::{Kind, Token};
use crate::words::{any, pair, words};

/// Where permission is decided, and where that is tested.
const POLICY: [&str; 2] = ["enforcement/src/policy/", "enforcement/tests/"];

const CHANGES: [&str; 16] = [
    "write",
    "overwrite",
    "edit",
    "delete",
    "remove",
    "rename",
    "move",
    "modify",
    "mutate",
    "change",
    "create",
    "replace",
    "touch",
    "access",
    "read",
    "execute",
];
const ADJECTIVES: [&str; 6] = ["writable", "writeable", "editable", "deletable", "deleteable", "modifiable"];
const VERDICTS: [&str; 9] = [
    "allowed",
    "disallowed",
    "permitted",
    "permissible",
    "authorised",
    "authorized",
    "forbidden",
    "prohibited",
    "mutable",
];
const RIGHTS: [&str; 6] = ["permission", "permissions", "access", "right", "rights", "privilege"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    if POLICY.iter().any(|folder| source.path().starts_with(folder)) {
        return;
    }
    for (at, token) in source.tokens.iter().enumerate() {
        let name = match token.kind {
            Kind::Name if !is_test_name(&source.tokens, at) => token.text.as_str(),
            Kind::Literal => only_name(&token.text),
            _ => continue,
        };
        if asks(name) {
            let message = format!("`{name}` asks or tells whether a change is allowed, outside `enforcement`");
            found.push(source.finding(Rule::OnlyEnforcementJudges, token.span, token.span, name, message));
        }
    }
}

/// What stands in a text that is nothing but a name, such as a key of JSON; else nothing.
fn only_name(literal: &str) -> &str {
    let text = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    let is_name = text.contains('_') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name { text } else { "" }
}

/// Whether a name is a question of permission or its answer.
pub(crate) fn asks(name: &str) -> bool {
    let words = words(name);
    let Some((first, rest)) = words.split_first() else { return false };
    // The one name that the architecture gives a hint that decides nothing.
    if name.starts_with("ui_hint_") {
        return false;
    }
    let is_verdict = any(rest, &VERDICTS) || any(rest, &ADJECTIVES);
    let asks = match first.as_str() {
        "can" | "may" | "could" | "cannot" => any(rest, &CHANGES) || is_verdict,
        "is" | "are" | "be" => is_verdict || any(rest, &["readonly"]) || pair(rest, &["read"], &["only"]),
        "has" | "have" | "check" | "ensure" | "assert" | "require" | "verify" | "query" => {
            is_verdict || any(rest, &RIGHTS)
        }
        "readonly" => rest.is_empty(),
        _ => false,
    };
    let verdict_on_change = pair(&words, &CHANGES, &VERDICTS) || pair(&words, &CHANGES, &RIGHTS);
    let mod_capability = pair(&words, &["mod", "mods"], &["write", "read", "delete", "edit", "create"]);
    asks || any(&words, &ADJECTIVES) || verdict_on_change || mod_capability
}

/// The name of a function under `#[test]`, also inside `proptest!`.
fn is_test_name(row: &[Token], at: usize) -> bool {
    if at == 0 || row[at - 1].text != "fn" {
        return false;
    }
    // Back over the attributes and modifiers of the function, as far as the item before it.
    let start =
        row[..at].iter().rposition(|token| matches!(token.text.as_str(), "}" | "{" | ";")).map_or(0, |end| end + 1);
    row[start..at].windows(3).any(|three| three[0].text == "[" && three[1].text == "test" && three[2].text == "]")
}
