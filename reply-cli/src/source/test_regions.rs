use super::lexer::{Kind, Token};

/// Which tokens belong to a test: what stands under `#[test]`, `#[tokio::test]`, `#[cfg(test)]` and the like.
pub(super) fn mark(tokens: &[Token<'_>]) -> Vec<bool> {
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
