//! Who decided, as types, and which layer may give which reply (L02, L04).
//!
//! The legality table is the list of `impl`s at the end of this file. Nothing outside can add one.

use std::fmt;

mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a layer: there are WA, EN, CT and MCP, and no others (L02)",
        label = "not a layer"
    )]
    pub trait Sealed {}
}

/// A layer as a type. Exactly four types implement it.
pub trait Layer: sealed::Sealed + Send + Sync + 'static {
    /// The spelling inside a code.
    const NAME: &'static str;
}

/// The world: what exists, where it is, what a request about it means.
#[derive(Debug)]
pub enum Wa {}
/// Enforcement: whether a change is permitted.
#[derive(Debug)]
pub enum En {}
/// Contracts: whether a contract request is in order.
#[derive(Debug)]
pub enum Ct {}
/// Infrastructure: transport, arguments, and what is outside governance.
#[derive(Debug)]
pub enum Mcp {}

macro_rules! layers {
    ($($layer:ident = $name:literal),+) => {$(
        impl sealed::Sealed for $layer {}
        impl Layer for $layer { const NAME: &'static str = $name; }
    )+};
}
layers!(Wa = "WA", En = "EN", Ct = "CT", Mcp = "MCP");

/// A layer that may answer S.
#[diagnostic::on_unimplemented(message = "layer `{Self}` may not succeed")]
pub trait MaySucceed: Layer {}
/// A layer that may answer I.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not answer I (invalid)",
    note = "enforcement permits or denies; it never calls a request invalid (L06)"
)]
pub trait MayInvalidate: Layer {}
/// A layer that may answer D.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not deny",
    note = "a denial is EN's alone (L05); what cannot be seen is not found: WA-RES-I-…"
)]
pub trait MayDeny: Layer {}
/// A layer that may answer E.
#[diagnostic::on_unimplemented(message = "layer `{Self}` may not answer E (error)")]
pub trait MayFail: Layer {}

// L04, one line a row: WA {S,I,E}, EN {S,D,E}, CT {S,I,E}, MCP {S,I,E}.
impl MaySucceed for Wa {}
impl MayInvalidate for Wa {}
impl MayFail for Wa {}

impl MaySucceed for En {}
impl MayDeny for En {}
impl MayFail for En {}

impl MaySucceed for Ct {}
impl MayInvalidate for Ct {}
impl MayFail for Ct {}

impl MaySucceed for Mcp {}
impl MayInvalidate for Mcp {}
impl MayFail for Mcp {}

/// A layer as a value, for what is read from a registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LayerName {
    /// WA.
    World,
    /// EN.
    Enforcement,
    /// CT.
    Contracts,
    /// MCP.
    Infrastructure,
}

impl LayerName {
    /// The spelling inside a code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::World => Wa::NAME,
            Self::Enforcement => En::NAME,
            Self::Contracts => Ct::NAME,
            Self::Infrastructure => Mcp::NAME,
        }
    }
}

impl fmt::Display for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
