//! The operators between a key and a value.

use std::fmt;

use crate::words::words;

words! {
    /// What stands between a key and a value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Operator {
        /// `=`
        Assign = "=",
        /// `==`
        Equal = "==",
        /// `!=`
        NotEqual = "!=",
        /// `<`
        Less = "<",
        /// `<=`
        LessOrEqual = "<=",
        /// `>`
        Greater = ">",
        /// `>=`
        GreaterOrEqual = ">=",
        /// `?=`, equal if the left side exists.
        EqualIfExists = "?=",
    }
}

impl Operator {
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
