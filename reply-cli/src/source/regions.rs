//! Stretches of a file in which a name means something else.

use super::lexer::{RustToken, RustTokenKind};

/// Which tokens belong to a test: what stands under `#[test]`, `#[tokio::test]`, `#[cfg(test)]` and the like.
pub(super) fn tests(tokens: &[RustToken<'_>]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let Some(attribute) = attribute_at(tokens, at) else {
            at += 1;
            continue;
        };
        let end = at + attribute.len();
        if is_test(attribute) {
            let item_end = item_end(tokens, end);
            marked[at..item_end].fill(true);
            at = item_end;
        } else {
            at = end;
        }
    }
    marked
}

/// A list of codes that a token stands in. It says what may be answered, and answers nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeList {
    /// `codes!`: what a tool can answer.
    OfTool,
    /// `code_set!`: what a component asks its callers to declare.
    OfComponent,
}

/// Which tokens belong to a list of codes.
pub(super) fn lists_of_codes(tokens: &[RustToken<'_>]) -> Vec<Option<CodeList>> {
    let mut marked = vec![None; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let list = match tokens[at].kind {
            RustTokenKind::Word("codes") => CodeList::OfTool,
            RustTokenKind::Word("code_set") => CodeList::OfComponent,
            _ => {
                at += 1;
                continue;
            }
        };
        let is_call = tokens.get(at + 1).is_some_and(|next| next.is('!'));
        let end = if is_call { closing(tokens, at + 2) } else { at + 1 };
        marked[at..end].fill(is_call.then_some(list));
        at = end;
    }
    marked
}

/// Whether an attribute begins here that makes a function a test: `#[test]`, `#[tokio::test]` and the like.
pub(super) fn is_test_attribute(tokens: &[RustToken<'_>]) -> bool {
    let is_plain = |attribute: &[RustToken<'_>]| !attribute.iter().any(|token| token.is_word("cfg"));
    attribute_at(tokens, 0).is_some_and(|attribute| is_test(attribute) && is_plain(attribute))
}

/// The attribute that begins here, if one does.
fn attribute_at<'s, 't>(tokens: &'s [RustToken<'t>], at: usize) -> Option<&'s [RustToken<'t>]> {
    let begins = tokens[at].is('#') && tokens.get(at + 1).is_some_and(|next| next.is('['));
    begins.then(|| &tokens[at..closing(tokens, at + 1)])
}

fn is_test(attribute: &[RustToken<'_>]) -> bool {
    let has = |word| attribute.iter().any(|token| token.is_word(word));
    has("test") && !has("not") && !has("cfg_attr")
}

/// The token after the bracket that closes the one at `open`.
fn closing(tokens: &[RustToken<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            RustTokenKind::Mark('[' | '(' | '{') => depth += 1,
            RustTokenKind::Mark(']' | ')' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// The end of the item at `start`: its block, or its semicolon.
fn item_end(tokens: &[RustToken<'_>], start: usize) -> usize {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].kind {
            RustTokenKind::Mark('{') => return closing(tokens, at),
            RustTokenKind::Mark('(' | '[') => at = closing(tokens, at),
            RustTokenKind::Mark(';') => return at + 1,
            _ => at += 1,
        }
    }
    tokens.len()
}
