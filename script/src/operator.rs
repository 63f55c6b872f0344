//! The operators between a key and a value.

use std::fmt;

/// What stands between a key and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// `=`
    Assign,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `?=`, equal if the left side exists.
    EqualIfExists,
}

impl Operator {
    /// Every operator.
    pub const ALL: &'static [Self] = &[
        Self::Assign,
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::EqualIfExists,
    ];

    /// As it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Assign => "=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::EqualIfExists => "?=",
        }
    }

    /// The operator that is written so.
    pub fn parse(text: &[u8]) -> Option<Self> {
        Self::ALL.iter().copied().find(|operator| operator.as_str().as_bytes() == text)
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
