//! One entry of the tape: eight bytes.

use std::fmt;

use crate::span::Span;

/// The longest text that is parsed, in bytes: 128 MiB less one.
///
/// A length or a link of a [`Lexeme`] has 28 bits, and a text can have as many lexemes for missing braces as it has bytes.
pub const MAX_FILE: usize = (1 << 27) - 1;

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident,)+) => {
        /// What a [`Lexeme`] is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LexemeKind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl LexemeKind {
            /// The kind of each value of the low bits; there are fewer kinds than values.
            const BY_BITS: [Self; 1 << KIND_BITS] = {
                let mut kinds = [Self::Skipped; 1 << KIND_BITS];
                $(kinds[Self::$variant as usize] = Self::$variant;)+
                kinds
            };
        }
    };
}

kinds! {
    /// An unquoted scalar: `add_gold`, `1066.9.15`, `@cost`, `scope:actor`.
    Word,
    /// A quoted scalar, quotes included; it may run over several lines.
    Quoted,
    /// `=`, `==`, `!=`, `<`, `<=`, `>`, `>=` or `?=`.
    Operator,
    /// `{`, linked with its end.
    Open,
    /// `}`, linked with its start.
    Close,
    /// The place where a `}` or `]` is missing: no byte, linked with its start.
    MissingClose,
    /// A `}` that ends nothing.
    StrayClose,
    /// From `#` to the end of the line, the line end excluded.
    Comment,
    /// The byte order mark at the start of the text.
    Bom,
    /// A computed value: `@[a + 1]`.
    Expression,
    /// `[[`, the start of a part that is read only if a parameter is given; linked with its end.
    ParameterOpen,
    /// The parameter's name and the bracket after it: `NAME]` or `!NAME]`.
    ParameterName,
    /// The `]` that ends what `[[` started.
    ParameterClose,
    /// The first word of a preprocessor line: `@:define`, `@:insert`.
    Directive,
    /// Bytes that mean nothing: control characters, and braces beyond [`MAX_DEPTH`](crate::MAX_DEPTH).
    Skipped,
}

const KIND_BITS: u32 = 4;
const KIND_MASK: u32 = (1 << KIND_BITS) - 1;

/// One entry of the tape: a kind, where it starts, and its length or the index of its counterpart.
///
/// Blanks are not entries; they are the bytes between two lexemes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    start: u32,
    /// The kind in the low bits; above them the length, or for what comes in pairs the counterpart's index.
    packed: u32,
}

impl Lexeme {
    /// `value` is a length, or a link for what comes in pairs.
    #[inline]
    pub(crate) const fn new(kind: LexemeKind, start: u32, value: u32) -> Self {
        Self { start, packed: value << KIND_BITS | kind as u32 }
    }

    /// What it is.
    #[inline]
    pub fn kind(self) -> LexemeKind {
        LexemeKind::BY_BITS[(self.packed & KIND_MASK) as usize]
    }

    /// Its bytes.
    #[inline]
    pub fn span(self) -> Span {
        let length = match self.kind() {
            LexemeKind::Open | LexemeKind::Close | LexemeKind::ParameterClose => 1,
            LexemeKind::MissingClose => 0,
            LexemeKind::ParameterOpen => 2,
            _ => self.packed >> KIND_BITS,
        };
        Span::new(self.start, self.start + length)
    }

    /// The index of the lexeme that ends what this one starts, or starts what this one ends.
    #[inline]
    pub fn counterpart(self) -> Option<u32> {
        self.is_one_of(OPENINGS | CLOSINGS).then_some(self.packed >> KIND_BITS)
    }

    /// Whether it is a value that has no parts.
    #[inline]
    pub fn is_scalar(self) -> bool {
        self.is_one_of(SCALARS)
    }

    /// Whether it starts a block.
    #[inline]
    pub fn is_opening(self) -> bool {
        self.is_one_of(OPENINGS)
    }

    /// Whether it is part of a pair or a value, and not a comment or an end.
    #[inline]
    pub(crate) fn is_significant(self) -> bool {
        self.is_one_of(SCALARS | OPENINGS | LexemeKind::Operator.bit())
    }

    #[inline]
    const fn is_one_of(self, kinds: u16) -> bool {
        kinds >> (self.packed & KIND_MASK) & 1 == 1
    }

    /// Links what comes in pairs with its counterpart.
    #[inline]
    pub(crate) fn link(&mut self, counterpart: u32) {
        self.packed = counterpart << KIND_BITS | self.packed & KIND_MASK;
    }
}

impl LexemeKind {
    /// The kind as one bit, so that a set of kinds is tested in one step.
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

const SCALARS: u16 =
    LexemeKind::Word.bit() | LexemeKind::Quoted.bit() | LexemeKind::Expression.bit() | LexemeKind::Directive.bit();
const OPENINGS: u16 = LexemeKind::Open.bit() | LexemeKind::ParameterOpen.bit();
const CLOSINGS: u16 = LexemeKind::Close.bit() | LexemeKind::MissingClose.bit() | LexemeKind::ParameterClose.bit();

impl fmt::Debug for Lexeme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.span())
    }
}
