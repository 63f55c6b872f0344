//! `CODES_ARE_TYPES`: what is built names a code by its type or its enum, never as a text that no compiler checks (L09, L23).
//!
//! Concerns `src` of what is built, also the texts inside macros and attributes; documentation may speak of codes. Whatever
//! has the shape of a code counts, of any registry. The two crates that read and write registries have codes in texts by
//! trade: what they show developers are examples.

use crate::finding::LintFinding;
use crate::rule::Rule;
use crate::source::Source;
use crate::tokens::{Kind, Token};

const TRADE: [&str; 2] = ["reply-registry", "reply-cli"];

pub(super) fn check(source: &Source, found: &mut Vec<LintFinding>) {
    let is_product = source.path()[source.package().len()..].starts_with("/src/");
    if !is_product || TRADE.contains(&source.package()) {
        return;
    }
    for (at, token) in source.tokens.iter().enumerate() {
        let is_concerned = token.kind == Kind::Literal && !is_documentation(&source.tokens[..at]);
        if is_concerned
            && let Some(code) = code_in(&token.text)
            && !source.is_test(token.span)
        {
            let message = format!("`{code}` is a code as a text");
            found.push(source.finding(Rule::CodesAreTypes, token.span, token.span, code, message));
        }
    }
}

/// `#[doc = …]`, which a doc comment is too.
fn is_documentation(before: &[Token]) -> bool {
    matches!(before, [.., doc, equals] if doc.text == "doc" && equals.text == "=")
}

/// The first stretch of the shape `LAYER-AREA-TYPE-NNN`.
fn code_in(text: &str) -> Option<&str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '-').find(|piece| is_code(piece))
}

fn is_code(piece: &str) -> bool {
    let is_name = |part: &str, most: usize| {
        (2..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    let parts: Vec<&str> = piece.split('-').collect();
    let [layer, area, reply_type, number] = parts[..] else { return false };
    is_name(layer, 4)
        && is_name(area, 6)
        && matches!(reply_type, "S" | "I" | "D" | "E")
        && number.len() == 3
        && number.bytes().all(|byte| byte.is_ascii_digit())
}
