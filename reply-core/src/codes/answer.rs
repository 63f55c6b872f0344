//! Which type is a reply of which layer. The macro implements exactly one of these traits for each active code.

use std::fmt;
use std::marker::PhantomData;

use reply_vocabulary::ReplyType;

use crate::codes::code_table::CodeRef;
use crate::codes::layer::Layer;
use crate::data::value::Value;

/// One of the four ways a call can end, as a type.
pub trait Ending: private::Sealed {
    /// The reply type of its codes.
    const REPLY_TYPE: ReplyType;
}

mod private {
    pub trait Sealed {}
}

macro_rules! endings {
    ($($(#[$doc:meta])* $ending:ident = $reply_type:ident),+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub enum $ending {}
        impl private::Sealed for $ending {}
        impl Ending for $ending { const REPLY_TYPE: ReplyType = ReplyType::$reply_type; }
    )+};
}
endings!(
    /// The call succeeded.
    Success = S,
    /// The request cannot be carried out as stated.
    Invalid = I,
    /// Policy refuses.
    Denied = D,
    /// The system failed.
    Failure = E
);

/// A code with the values of its parameters, tied to its layer and its way of ending.
///
/// Only the module that `registry!` writes can make one: it takes the layer's seal. So an implementation of the traits below
/// that was written by hand has nothing to return but what the macro's own code made, and that fits no other layer.
pub struct Answer<L: Layer, T: Ending> {
    index: u16,
    pub(crate) values: Vec<Value>,
    of: PhantomData<fn() -> (L, T)>,
}

impl<L: Layer, T: Ending> Answer<L, T> {
    /// For generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new(_seal: &L::Seal, index: u16, values: impl Into<Vec<Value>>) -> Self {
        Self { index, values: values.into(), of: PhantomData }
    }

    /// The code, if it is what its types say: of this layer, and ending the call this way.
    pub(crate) fn code(&self) -> Result<CodeRef, CodeRef> {
        let code = L::registry().code(self.index);
        let is_as_typed = code.layer() == L::NAME && code.reply_type() == T::REPLY_TYPE;
        if is_as_typed { Ok(code) } else { Err(code) }
    }
}

impl<L: Layer, T: Ending> fmt::Debug for Answer<L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", L::registry().code(self.index))
    }
}

/// A type that the macro made of a code: it knows its row in the registry.
pub trait CodeType {
    /// The layer that decides it.
    type Layer: Layer;
    /// Its row.
    #[doc(hidden)]
    const INDEX: u16;

    /// The code.
    fn code() -> CodeRef {
        Self::Layer::registry().code(Self::INDEX)
    }
}

/// A success that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as a success",
    label = "not a success of layer `{L}`",
    note = "a success is given through `success`, with the voice of the layer that its code names; `[layers]` in the registry \
            says who may answer what"
)]
pub trait SucceededBy<L: Layer>: CodeType {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Success>;
}

/// An invalid reply that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as invalid",
    label = "not an invalid reply of layer `{L}`",
    note = "an I is given through `invalid`, with the voice of the layer that its code names; `[layers]` in the registry says \
            who may answer what"
)]
pub trait InvalidBy<L: Layer>: CodeType {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Invalid>;
}

/// A denial that layer `L` may give: at most one layer of a registry has any.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not deny with `{Self}`",
    label = "not a denial of layer `{L}`",
    note = "a denial is one layer's alone: let the component that holds its voice decide, and pass its terminal reply on with \
            `?`; `[layers]` in the registry says who may answer D"
)]
pub trait DeniedBy<L: Layer>: CodeType {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Denied>;
}

/// An error that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as an error",
    label = "not an error of layer `{L}`",
    note = "an E is given through `error`, with the voice of the layer that its code names; `[layers]` in the registry says who \
            may answer what"
)]
pub trait FailedBy<L: Layer>: CodeType {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Failure>;
}
