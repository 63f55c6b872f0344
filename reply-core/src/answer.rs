//! Which type is a reply of which layer. The macro implements exactly one of these traits for each active code.

use crate::layer::Layer;
use crate::registry::{Code, Registry};
use crate::value::Value;

/// A code with the values of its parameters. Generated code makes one; only a [`crate::ReplyBuilder`] can use it.
#[derive(Debug)]
pub struct Answer {
    pub(crate) code: Code,
    pub(crate) values: Vec<Value>,
}

impl Answer {
    /// For generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new<const N: usize>(registry: &'static Registry, index: u16, values: [Value; N]) -> Self {
        Self { code: Code::at(registry, index), values: values.into() }
    }
}

/// A success that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as a success",
    label = "not a success of layer `{L}`",
    note = "a success is given with the voice of the layer its code names, through `success` (L05, L14)"
)]
pub trait SucceededBy<L: Layer> {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer;
}

/// An invalid reply that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as invalid",
    label = "not an invalid reply of layer `{L}`",
    note = "an I is given with the voice of the layer its code names, through `invalid`; EN has none (L06)"
)]
pub trait InvalidBy<L: Layer> {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer;
}

/// A denial that layer `L` may give: only EN has any.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}`: a denial is EN's alone (L05)",
    label = "not a denial of layer `{L}`",
    note = "let enforcement decide, and pass its terminal reply on with `?`; what cannot be seen is not found: WA-RES-I-…"
)]
pub trait DeniedBy<L: Layer> {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer;
}

/// An error that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as an error",
    label = "not an error of layer `{L}`",
    note = "an E is given with the voice of the layer its code names, through `error` (L05, L14)"
)]
pub trait FailedBy<L: Layer> {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer;
}
