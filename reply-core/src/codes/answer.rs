//! Which layer can answer with which type. It follows from the enum that the type's code belongs to.

use std::fmt;
use std::marker::PhantomData;

use reply_vocabulary::ReplyType;

use crate::codes::code_ref::CodeRef;
use crate::codes::layer::Layer;
use crate::data::value::ParamValues;

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
    pub(crate) values: ParamValues,
    of: PhantomData<fn() -> (L, T)>,
}

impl<L: Layer, T: Ending> Answer<L, T> {
    /// For generated code.
    #[doc(hidden)]
    #[inline]
    pub fn new<C: CodeType>(_seal: &L::Seal, code: C) -> Self {
        Self { index: C::CODE.into().index(), values: code.values(), of: PhantomData }
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

/// A type that the macro generated for a code: it has its code and its parameters.
///
/// It is implemented once for each code of a registry, so it holds nothing that could be stated once for all of them: its
/// variant belongs to the enum of one layer and one reply type, and that decides who may answer it, and how.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a code: use a type that `registry!` made of one, such as `NotFound {{ … }}`",
    label = "not a code"
)]
pub trait CodeType: Sized {
    /// Which variant of which enum it is.
    #[doc(hidden)]
    type Variant: Variant<Self>;
    /// The code, of the enum of its layer and reply type.
    const CODE: CodesOf<Self> = <Self::Variant as Variant<Self>>::CODE;

    /// For generated code: the value of each parameter, in order.
    #[doc(hidden)]
    fn values(self) -> ParamValues {
        ParamValues::new()
    }
}

/// The enum of the codes of a type's layer and reply type.
#[doc(hidden)]
pub(crate) type CodesOf<C> = <<C as CodeType>::Variant as Variant<C>>::Codes;

/// A variant of an enum of codes, as the type `C` names it. The macro writes one implementation for all codes of a registry,
/// with a number: a constant for each of them would be the largest cost of a registry.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this is the variant of another code, and not of `{C}`: `registry!` makes a variant for one type (L05)",
    label = "not a variant of `{C}`",
    note = "a code is a type that `registry!` made of an entry of `registry.toml`: `cargo reply new` adds one"
)]
pub trait Variant<C> {
    /// The enum.
    type Codes: Copy + Into<CodeRef>;
    /// Its value.
    const CODE: Self::Codes;
}

/// The variant of a code that is in no enum: it is reserved or retired, or its type was made for a test. Such a type has a
/// `CODE` of its own.
#[doc(hidden)]
#[derive(Debug)]
pub enum NoVariant {}

impl<C> Variant<C> for NoVariant {
    type Codes = CodeRef;
    const CODE: CodeRef = panic!("a code that is in no enum says itself which one it is");
}

/// An enum of codes that layer `L` may end a call with in the way `T`, each by its type `C`.
///
/// The macro implements it once for each enum, for the types that it generated: these have a trait that no other code can name.
/// So do the layer and the ending of such a code, which is how the compiler's errors name both in the words of the registry. An
/// implementation that was written by hand has no seal, and so no answer to return (L05).
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{C}` is not a code that `registry!` made: no layer can answer it",
    label = "no code of a registry"
)]
pub trait AnsweredBy<L: Layer, T: Ending, C> {
    /// The answer.
    fn answer(code: C) -> Answer<L, T>;
}

macro_rules! endings_of_codes {
    ($($of:ident: $ending:ident, $by:ident, $message:literal, $what:literal);+) => {$(
        #[doc = concat!("The ending of a code that is ", $what, ".")]
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "not the ending of this code",
            note = "the letter of a code says how it ends a call: S `success`, I `invalid`, D `denied`, E `error`"
        )]
        pub trait $of<C>: Ending {}
        impl<C> $of<C> for $ending {}

        #[doc = concat!("A code that layer `L` may answer as ", $what, ".")]
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a code: use a type that `registry!` made of one, such as `NotFound {{ … }}`",
            label = "not a code"
        )]
        pub trait $by<L: Layer> {
            /// For generated code.
            #[doc(hidden)]
            fn answer(self) -> Answer<L, $ending>;
        }

        impl<L: Layer, C: CodeType> $by<L> for C
        where
            CodesOf<C>: AnsweredBy<L, $ending, C>,
        {
            #[inline]
            fn answer(self) -> Answer<L, $ending> {
                <CodesOf<C>>::answer(self)
            }
        }
    )+};
}
endings_of_codes!(
    EndsAsSuccess: Success, SucceededBy, "`{C}` is a success: end the call with `Ok(rb.success(…))`", "a success";
    EndsAsInvalid: Invalid, InvalidBy, "`{C}` is an invalid reply: end the call with `Err(rb.invalid(…))`", "an invalid reply";
    EndsAsDenied: Denied, DeniedBy, "`{C}` is a denial: end the call with `Err(rb.denied(…))`", "a denial";
    EndsAsError: Failure, FailedBy, "`{C}` is an error: end the call with `Err(rb.error(…))`", "an error"
);

#[cfg(test)]
mod tests {
    use reply_vocabulary::{AddressForms, GateLevel, Tombstone};

    use super::*;
    use crate::codes::code_table::{CodeTable, Roles, Row, Status};

    struct Seal(());

    const DENIAL: Row =
        Row { code: "RULE-LOAN-D-001", key: "LOAN_REFUSED", template: "", params: &[], since: "0.1.0", docs: "" };
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
        type Variant = NoVariant;
        const CODE: CodeRef = TABLE.code(0);
    }

    struct Gone;
    impl CodeType for Gone {
        type Variant = NoVariant;
        const CODE: CodeRef = TABLE.code(1);
    }

    enum RuleLayer {}
    impl Layer for RuleLayer {
        const NAME: &'static str = "RULE";
        type Seal = Seal;
        fn registry() -> &'static CodeTable {
            &TABLE
        }
    }

    /// Everything of the layer that can be written by hand, which is all but its seal.
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
        assert!(Answer::<RuleLayer, Denied>::new(&Seal(()), Refused).code().is_ok());
        assert!(Answer::<Evil, Denied>::new(&(), Refused).code().is_err());
        assert!(Answer::<RuleLayer, Invalid>::new(&Seal(()), Refused).code().is_err(), "another ending");
    }

    #[test]
    fn l09_a_retired_code_answers_nothing() {
        assert!(Answer::<RuleLayer, Denied>::new(&Seal(()), Gone).code().is_err());
    }
}
