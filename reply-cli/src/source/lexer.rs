//! Rust as far as finding names needs it: words, marks and literals, in one row. `proc-macro2` takes the text apart.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RustTokenKind<'t> {
    /// A name or a keyword.
    Word(&'t str),
    /// One character of punctuation, brackets included.
    Mark(char),
    /// A literal as written, quotes included.
    Literal(&'t str),
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct RustToken<'t> {
    pub(super) kind: RustTokenKind<'t>,
    pub(super) span: Span,
}

impl RustToken<'_> {
    pub(super) fn is(&self, mark: char) -> bool {
        self.kind == RustTokenKind::Mark(mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == RustTokenKind::Word(word)
    }

    /// The line it starts in, from 1.
    pub(super) fn line(&self) -> usize {
        self.span.start().line
    }
}

/// Takes a file apart, comments left out. One that is not Rust has no tokens: it does not compile either.
pub(super) fn tokens(text: &str) -> Vec<RustToken<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tokens = Vec::with_capacity(text.len() / 6);
    let Ok(stream) = text.parse::<TokenStream>() else { return tokens };
    // The groups that are open, outermost first; nesting is data, so there is no recursion.
    let mut open: Vec<(IntoIter, Option<Group>)> = vec![(stream.into_iter(), None)];
    let mut is_lifetime = false;
    while let Some((rest, _)) = open.last_mut() {
        let (kind, span) = match rest.next() {
            None => {
                let Some((_, Some(group))) = open.pop() else { continue };
                (RustTokenKind::Mark(brackets(&group).1), group.span_close())
            }
            Some(TokenTree::Group(group)) => {
                let opening = (RustTokenKind::Mark(brackets(&group).0), group.span_open());
                open.push((group.stream().into_iter(), Some(group)));
                opening
            }
            Some(TokenTree::Ident(_)) if is_lifetime => {
                is_lifetime = false;
                continue;
            }
            Some(TokenTree::Ident(ident)) => {
                let word = slice(text, ident.span());
                (RustTokenKind::Word(word.strip_prefix("r#").unwrap_or(word)), ident.span())
            }
            Some(TokenTree::Punct(punct)) if punct.as_char() == '\'' => {
                is_lifetime = true;
                continue;
            }
            Some(TokenTree::Punct(punct)) => (RustTokenKind::Mark(punct.as_char()), punct.span()),
            Some(TokenTree::Literal(literal)) => (RustTokenKind::Literal(slice(text, literal.span())), literal.span()),
        };
        tokens.push(RustToken { kind, span });
    }
    tokens
}

/// What a string literal says; `None` for another literal.
pub(super) fn string(literal: &str) -> Option<&str> {
    literal.trim_start_matches('r').trim_matches('#').strip_prefix('"')?.strip_suffix('"')
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.byte_range()).unwrap_or_default()
}

fn brackets(group: &Group) -> (char, char) {
    match group.delimiter() {
        Delimiter::Bracket => ('[', ']'),
        Delimiter::Brace => ('{', '}'),
        Delimiter::Parenthesis | Delimiter::None => ('(', ')'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        let words = tokens(text).into_iter().filter_map(|token| match token.kind {
            RustTokenKind::Word(word) => Some(word),
            _ => None,
        });
        words.collect()
    }

    #[test]
    fn comments_strings_characters_and_lifetimes_hold_no_names() {
        for (text, expected) in [
            ("a // B\nc", vec!["a", "c"]),
            ("a /* B /* C */ D */ e", vec!["a", "e"]),
            (r#"a "B \" C" d"#, vec!["a", "d"]),
            (r##"a r#"B " C"# d"##, vec!["a", "d"]),
            (r#"a b"B" c"C" br"D" e"#, vec!["a", "e"]),
            ("a 'B' '\\'' '\\u{41}' e", vec!["a", "e"]),
            ("fn f<'B>(x: &'B str)", vec!["fn", "f", "x", "str"]),
            ("r#type 1_u64 0xFF x", vec!["type", "x"]),
            ("\u{feff}é ü", vec!["é", "ü"]),
            ("\"never closed", vec![]),
            ("a } b", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn a_token_knows_its_line() {
        let found = tokens("a\n\"x\ny\"\nb");
        assert_eq!(found.iter().map(RustToken::line).collect::<Vec<_>>(), [1, 2, 4]);
    }

    #[test]
    fn deep_nesting_takes_no_stack() {
        let text = format!("{}a{}", "(".repeat(50_000), ")".repeat(50_000));
        assert_eq!(words(&text), ["a"]);
    }
}
