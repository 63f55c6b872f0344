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

    /// The code, if it is what its types say: of this layer, of a registry that the layer belongs to, ending the call this
    /// way, and in use.
    pub(crate) fn code(&self) -> Result<CodeRef, CodeRef> {
        let registry = L::registry();
        let code = registry.code(self.index);
        let is_as_typed = code.layer() == L::NAME && code.reply_type() == T::REPLY_TYPE;
        let is_as_typed = is_as_typed && registry.is_sealed_with::<L::Seal>();
        let is_as_typed = is_as_typed && code.entry().status.is_active();
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
    /// Does not compile where a code is named that cannot be given; the message says why (L09).
    #[doc(hidden)]
    const CAN_BE_GIVEN: () = ();

    /// The code.
    fn code() -> CodeRef {
        Self::Layer::registry().code(Self::INDEX)
    }
}

/// A success that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as a success: use the ending and the voice that the code names",
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
    message = "layer `{L}` may not answer `{Self}` as invalid: use the ending and the voice that the code names",
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
    message = "layer `{L}` may not deny with `{Self}`: a denial takes the voice of the layer that the code names",
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
    message = "layer `{L}` may not answer `{Self}` as an error: use the ending and the voice that the code names",
    label = "not an error of layer `{L}`",
    note = "an E is given through `error`, with the voice of the layer that its code names; `[layers]` in the registry says who \
            may answer what"
)]
pub trait FailedBy<L: Layer>: CodeType {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Failure>;
}

#[cfg(test)]
mod tests {
    use reply_vocabulary::{GateLevel, Tombstone};

    use super::*;
    use crate::codes::code_table::{CodeTable, Entry, Roles, Status};

    struct Seal(());

    const DENIAL: Entry = Entry {
        code: "RULE-LOAN-D-001",
        layer: "RULE",
        area: "LOAN",
        reply_type: ReplyType::D,
        key: "LOAN_REFUSED",
        template: None,
        pieces: &[],
        params: &[],
        status: Status::Active,
        since: "0.1.0",
        summary: "",
        explain: "",
    };
    const RETIRED: Entry = Entry {
        code: "RULE-LOAN-D-002",
        status: Status::Retired(Tombstone { since: "0.2.0", because: "of that", instead: None }),
        ..DENIAL
    };
    const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };
    static TABLE: CodeTable = CodeTable::new(&Seal(()), &[], &[], &[DENIAL, RETIRED], ROLES, GateLevel::Strict);

    enum Rule {}
    impl Layer for Rule {
        const NAME: &'static str = "RULE";
        type Seal = Seal;
        fn registry() -> &'static CodeTable {
            &TABLE
        }
    }

    /// What somebody might write by hand: everything of the layer but its seal.
    enum Evil {}
    impl Layer for Evil {
        const NAME: &'static str = "RULE";
        type Seal = ();
        fn registry() -> &'static CodeTable {
            &TABLE
        }
    }

    #[test]
    fn l05_a_layer_with_a_seal_of_its_own_answers_nothing() {
        assert!(Answer::<Rule, Denied>::new(&Seal(()), 0, Vec::new()).code().is_ok());
        assert!(Answer::<Evil, Denied>::new(&(), 0, Vec::new()).code().is_err());
        assert!(Answer::<Rule, Invalid>::new(&Seal(()), 0, Vec::new()).code().is_err(), "another ending");
    }

    #[test]
    fn l09_a_retired_code_answers_nothing() {
        assert!(Answer::<Rule, Denied>::new(&Seal(()), 1, Vec::new()).code().is_err());
    }
}
