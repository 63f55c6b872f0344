//! A source as a flat row of tokens: what a rule reads that must see into macros, where there is no tree.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// One token.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// The name, the character, or the literal as it is written.
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Mark,
    Open,
    Close,
    Literal,
}

/// Names joined by `::`.
#[derive(Debug)]
pub(crate) struct NamePath<'t> {
    pub(crate) tokens: Vec<&'t Token>,
}

impl NamePath<'_> {
    pub(crate) fn names(&self) -> Vec<&str> {
        self.tokens.iter().map(|token| token.text.as_str()).collect()
    }
}

pub(crate) fn flatten(stream: TokenStream) -> Vec<Token> {
    let mut row = Vec::new();
    push(stream, &mut row);
    row
}

fn push(stream: TokenStream, row: &mut Vec<Token>) {
    for tree in stream {
        match tree {
            TokenTree::Ident(name) => row.push(Token { kind: Kind::Name, text: name.to_string(), span: name.span() }),
            TokenTree::Punct(mark) => {
                row.push(Token { kind: Kind::Mark, text: mark.as_char().to_string(), span: mark.span() });
            }
            TokenTree::Literal(value) => {
                row.push(Token { kind: Kind::Literal, text: value.to_string(), span: value.span() });
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                row.push(Token { kind: Kind::Open, text: open.to_owned(), span: group.span_open() });
                push(group.stream(), row);
                row.push(Token { kind: Kind::Close, text: close.to_owned(), span: group.span_close() });
            }
        }
    }
}

/// Every run of names joined by `::`, the single names among them.
pub(crate) fn paths(row: &[Token]) -> Vec<NamePath<'_>> {
    let is_mark = |at: usize, mark: &str| row.get(at).is_some_and(|t| t.kind == Kind::Mark && t.text == mark);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < row.len() {
        if row[at].kind != Kind::Name {
            at += 1;
            continue;
        }
        let mut tokens = vec![&row[at]];
        at += 1;
        while is_mark(at, ":") && is_mark(at + 1, ":") && row.get(at + 2).is_some_and(|t| t.kind == Kind::Name) {
            tokens.push(&row[at + 2]);
            at += 3;
        }
        paths.push(NamePath { tokens });
    }
    paths
}
