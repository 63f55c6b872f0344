//! The tree: blocks, and the pairs and values in them. Nothing of it is stored; it is read off the tape.

use crate::items::Items;
use crate::lexeme::{Lexeme, LexemeKind};
use crate::span::Span;

/// What stands between two braces, or at the top level of a file.
#[derive(Clone, Copy, Debug)]
pub struct Block<'s> {
    pub(crate) text: &'s [u8],
    pub(crate) lexemes: &'s [Lexeme],
    /// The first lexeme inside, and the one after the last.
    pub(crate) inside: (usize, usize),
    span: Span,
}

/// One thing in a block.
#[derive(Clone, Copy, Debug)]
pub enum Item<'s> {
    /// A key with its value.
    Pair(Pair<'s>),
    /// A value without a key: an element of a list.
    Value(Value<'s>),
}

/// A key, an operator and a value.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'s> {
    pub(crate) text: &'s [u8],
    /// The key, with its quotes if it has some.
    pub key: Lexeme,
    /// The operator; missing in `types Name { … }`, and where it was forgotten.
    pub operator: Option<Lexeme>,
    /// The value; missing where it was forgotten.
    pub value: Option<Value<'s>>,
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub enum Value<'s> {
    /// A word, a quoted text, or an expression.
    Scalar(Lexeme),
    /// `{ … }`, or `[[NAME] … ]`.
    Block(Block<'s>),
    /// A word and a block: `rgb { 1 2 3 }`, or a `.gui` type with its base: `button { … }`.
    Tagged(Lexeme, Block<'s>),
}

impl<'s> Block<'s> {
    pub(crate) fn root(text: &'s [u8], lexemes: &'s [Lexeme]) -> Self {
        Self { text, lexemes, inside: (0, lexemes.len()), span: Span::at(0..text.len()) }
    }

    /// The block that the lexeme at an index starts.
    pub(crate) fn at(text: &'s [u8], lexemes: &'s [Lexeme], open: usize) -> Option<Self> {
        let start = lexemes.get(open).filter(|lexeme| lexeme.is_opening())?;
        let close = start.counterpart()? as usize;
        let span = start.span().to(lexemes.get(close)?.span());
        Some(Self { text, lexemes, inside: (open + 1, close), span })
    }

    /// Its bytes, braces included.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The text it is part of.
    pub fn text(&self) -> &'s [u8] {
        self.text
    }

    /// What is in it, in order.
    pub fn items(&self) -> Items<'s> {
        Items::new(*self)
    }

    /// Its pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'s>> + use<'s> {
        self.items().filter_map(|item| match item {
            Item::Pair(pair) => Some(pair),
            Item::Value(_) => None,
        })
    }

    /// Its values without keys, in order: the elements of a list.
    pub fn values(&self) -> impl Iterator<Item = Value<'s>> + use<'s> {
        self.items().filter_map(|item| match item {
            Item::Value(value) => Some(value),
            Item::Pair(_) => None,
        })
    }

    /// The pairs with this key, in order; quotes around a key do not matter.
    pub fn all<'k>(&self, key: &'k [u8]) -> impl Iterator<Item = Pair<'s>> + use<'s, 'k> {
        self.pairs().filter(move |pair| pair.name() == key)
    }

    /// The last pair with this key: where a key may stand once, the game takes the last.
    pub fn get(&self, key: &[u8]) -> Option<Pair<'s>> {
        self.all(key).last()
    }
}

impl<'s> Pair<'s> {
    /// From the key to the end of the value.
    pub fn span(&self) -> Span {
        let last = self.value.map(|value| value.span()).or(self.operator.map(Lexeme::span));
        self.key.span().to(last.unwrap_or_else(|| self.key.span()))
    }

    /// The key without quotes.
    pub fn name(&self) -> &'s [u8] {
        unquoted(self.text, self.key).of(self.text)
    }

    /// The bytes of the key without quotes.
    pub fn name_span(&self) -> Span {
        unquoted(self.text, self.key)
    }

    /// The value, if it is a scalar, without quotes.
    pub fn scalar(&self) -> Option<&'s [u8]> {
        self.value.and_then(|value| value.scalar_span(self.text)).map(|span| span.of(self.text))
    }

    /// The value, if it is a block, tagged or not.
    pub fn block(&self) -> Option<Block<'s>> {
        self.value.and_then(|value| value.block())
    }
}

impl<'s> Value<'s> {
    /// Its bytes.
    pub fn span(&self) -> Span {
        match self {
            Self::Scalar(scalar) => scalar.span(),
            Self::Block(block) => block.span(),
            Self::Tagged(tag, block) => tag.span().to(block.span()),
        }
    }

    /// The bytes of a scalar without quotes.
    pub fn scalar_span(&self, text: &[u8]) -> Option<Span> {
        match self {
            Self::Scalar(scalar) => Some(unquoted(text, *scalar)),
            Self::Block(_) | Self::Tagged(..) => None,
        }
    }

    /// The block, tagged or not.
    pub fn block(&self) -> Option<Block<'s>> {
        match self {
            Self::Scalar(_) => None,
            Self::Block(block) | Self::Tagged(_, block) => Some(*block),
        }
    }
}

/// The bytes of a scalar without the quotes around it.
fn unquoted(text: &[u8], scalar: Lexeme) -> Span {
    let span = scalar.span();
    if scalar.kind() != LexemeKind::Quoted {
        return span;
    }
    let closed = span.len() > 1 && span.of(text).last() == Some(&b'"');
    Span::new(span.start + 1, span.end - u32::from(closed))
}
