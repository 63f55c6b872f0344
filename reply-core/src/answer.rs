//! Which type is a reply of which layer. The macro implements exactly one of these traits for each active code.

use crate::layer::Layer;
use crate::registry::Place;
use crate::value::Value;

/// A code with the values of its parameters. Generated code makes one; only a [`crate::ReplyBuilder`] can use it.
#[derive(Debug)]
pub struct Answer {
    pub(crate) place: Place,
    pub(crate) values: Vec<Value>,
}

/// For generated code. One function a number of parameters: in ten thousand generated bodies, a generic one would cost the
/// compiler a tenth of its time.
#[doc(hidden)]
impl Answer {
    #[inline]
    pub fn bare(place: u64) -> Self {
        Self { place: Place(place), values: Vec::new() }
    }

    #[inline]
    pub fn one(place: u64, a: Value) -> Self {
        Self { place: Place(place), values: Vec::from([a]) }
    }

    #[inline]
    pub fn two(place: u64, a: Value, b: Value) -> Self {
        Self { place: Place(place), values: Vec::from([a, b]) }
    }

    #[inline]
    pub fn three(place: u64, a: Value, b: Value, c: Value) -> Self {
        Self { place: Place(place), values: Vec::from([a, b, c]) }
    }

    #[inline]
    pub fn many<const N: usize>(place: u64, values: [Value; N]) -> Self {
        Self { place: Place(place), values: values.into() }
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
