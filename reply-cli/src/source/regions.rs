//! Stretches of a file in which a name means something else.

use super::lexer::{Kind, Token};

/// Which tokens belong to a test: what stands under `#[test]`, `#[tokio::test]`, `#[cfg(test)]` and the like.
pub(super) fn tests(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        if !starts_attribute(tokens, at) {
            at += 1;
            continue;
        }
        let end = closing(tokens, at + 1);
        if is_test(&tokens[at..end]) {
            let item_end = item_end(tokens, end);
            marked[at..item_end].fill(true);
            at = item_end;
        } else {
            at = end;
        }
    }
    marked
}

/// Which tokens belong to a `codes!` or `code_set!`: a tool declares there what it may answer, and answers nothing.
pub(super) fn lists_of_codes(tokens: &[Token<'_>]) -> Vec<bool> {
    let mut marked = vec![false; tokens.len()];
    for at in 0..tokens.len().saturating_sub(2) {
        let is_list = tokens[at].is_word("codes") || tokens[at].is_word("code_set");
        if is_list && tokens[at + 1].is('!') {
            let end = closing(tokens, at + 2);
            marked[at..end].fill(true);
        }
    }
    marked
}

fn starts_attribute(tokens: &[Token<'_>], at: usize) -> bool {
    tokens[at].is('#') && tokens.get(at + 1).is_some_and(|next| next.is('['))
}

fn is_test(attribute: &[Token<'_>]) -> bool {
    let has = |word| attribute.iter().any(|token| token.is_word(word));
    has("test") && !has("not") && !has("cfg_attr")
}

/// The token after the bracket that closes the one at `open`.
fn closing(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark('[' | '(' | '{') => depth += 1,
            Kind::Mark(']' | ')' | '}') => {
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
fn item_end(tokens: &[Token<'_>], start: usize) -> usize {
    let mut at = start;
    while at < tokens.len() {
        match tokens[at].kind {
            Kind::Mark('{') => return closing(tokens, at),
            Kind::Mark('(' | '[') => at = closing(tokens, at),
            Kind::Mark(';') => return at + 1,
            _ => at += 1,
        }
    }
    tokens.len()
}
