//! Which type is a reply of which layer. It follows from the enum that the code of a type belongs to.

use std::fmt;
use std::marker::PhantomData;

use reply_vocabulary::ReplyType;

use crate::codes::code_table::CodeRef;
use crate::codes::layer::Layer;
use crate::data::value::{Value, Values};

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
    pub fn new<C: CodeType>(_seal: &L::Seal, code: C) -> Self {
        let mut values = Values::default();
        code.values(&mut values);
        Self { index: C::CODE.into().index(), values: values.0, of: PhantomData }
    }

    /// The code, if it is what its types say: of this layer, of a registry that the layer belongs to, ending the call this
    /// way, and in use.
    pub(crate) fn code(&self) -> Result<CodeRef, CodeRef> {
        let registry = L::registry();
        let code = registry.code(self.index);
        let is_as_typed = code.layer() == L::NAME && code.reply_type() == T::REPLY_TYPE;
        let is_as_typed = is_as_typed && registry.is_sealed_with::<L::Seal>();
        let is_as_typed = is_as_typed && code.status().is_active();
        if is_as_typed { Ok(code) } else { Err(code) }
    }
}

impl<L: Layer, T: Ending> fmt::Debug for Answer<L, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Answer({})", L::registry().code(self.index))
    }
}

/// A type that the macro made of a code: it knows its code, and what its parameters are.
///
/// It is implemented once for each code of a registry and says nothing that could be said once for all of them: the enum of its
/// code belongs to one layer and one reply type, and that decides who may answer it, and how.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a code: use a type that `registry!` made of one, such as `NotFound {{ … }}`",
    label = "not a code"
)]
pub trait CodeType: Sized {
    /// The enum of the codes of its layer and reply type.
    type Codes: Copy + Into<CodeRef>;
    /// The code.
    const CODE: Self::Codes;

    /// For generated code: adds the value of each parameter, in order.
    #[doc(hidden)]
    fn values(self, _values: &mut Values) {}
}

/// A layer that may end a call with code `C` in the way `T`.
///
/// The macro implements it once for each enum of codes, for the types that it made itself: these have a trait that nobody else
/// can name. An implementation that was written by hand has no seal, and so no answer to return (L05).
#[doc(hidden)]
pub trait Answers<C, T: Ending>: Layer + Sized {
    /// The answer.
    fn answer(code: C) -> Answer<Self, T>;
}

macro_rules! answered_by {
    ($($by:ident: $ending:ident),+) => {$(
        #[diagnostic::do_not_recommend]
        impl<L: Answers<C, $ending>, C: CodeType> $by<L> for C {
            #[inline]
            fn answer(self) -> Answer<L, $ending> {
                L::answer(self)
            }
        }
    )+};
}
answered_by!(SucceededBy: Success, InvalidBy: Invalid, DeniedBy: Denied, FailedBy: Failure);

/// A success that layer `L` may give.
#[diagnostic::on_unimplemented(
    message = "layer `{L}` may not answer `{Self}` as a success: use the ending and the voice that the code names",
    label = "not a success of layer `{L}`",
    note = "a success is given through `success`, with the voice of the layer that its code names; `[layers]` in the registry \
            says who may answer what"
)]
pub trait SucceededBy<L: Layer> {
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
pub trait InvalidBy<L: Layer> {
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
pub trait DeniedBy<L: Layer> {
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
pub trait FailedBy<L: Layer> {
    /// For generated code.
    #[doc(hidden)]
    fn answer(self) -> Answer<L, Failure>;
}

#[cfg(test)]
mod tests {
    use reply_vocabulary::{AddressForms, GateLevel, Tombstone};

    use super::*;
    use crate::codes::code_table::{CodeTable, Roles, Row, Status};

    struct Seal(());

    const DENIAL: Row = Row {
        code: "RULE-LOAN-D-001",
        key: "LOAN_REFUSED",
        template: "",
        params: &[],
        since: "0.1.0",
        summary: "",
        explain: "",
    };
    const RETIRED: Row = Row { code: "RULE-LOAN-D-002", ..DENIAL };
    const TOMBSTONE: Status = Status::Retired(Tombstone { since: "0.2.0", because: "of that", instead: None });
    const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };
    static TABLE: CodeTable = CodeTable::new(
        &Seal(()),
        &[],
        &[],
        &[DENIAL, RETIRED],
        &[(1, TOMBSTONE)],
        ROLES,
        GateLevel::Strict,
        AddressForms::NONE,
    );

    struct Refused;
    impl CodeType for Refused {
        type Codes = CodeRef;
        const CODE: CodeRef = TABLE.code(0);
    }

    struct Gone;
    impl CodeType for Gone {
        type Codes = CodeRef;
        const CODE: CodeRef = TABLE.code(1);
    }

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
        assert!(Answer::<Rule, Denied>::new(&Seal(()), Refused).code().is_ok());
        assert!(Answer::<Evil, Denied>::new(&(), Refused).code().is_err());
        assert!(Answer::<Rule, Invalid>::new(&Seal(()), Refused).code().is_err(), "another ending");
    }

    #[test]
    fn l09_a_retired_code_answers_nothing() {
        assert!(Answer::<Rule, Denied>::new(&Seal(()), Gone).code().is_err());
    }
}
