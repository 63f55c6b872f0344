//! One text of a localization file.

use crate::span::Span;

/// One text of a localization file: ` key:0 "text"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalizationEntry {
    /// From the key to the closing quote, or as far as the entry goes.
    pub span: Span,
    /// The key.
    pub key: Span,
    /// The digits after the colon.
    pub version: Option<Span>,
    /// The text between the quotes; `None` where it is missing.
    pub text: Option<Span>,
    /// The index of the header above it.
    pub(crate) header: Option<u32>,
}
