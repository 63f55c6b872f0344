//! Which codes a tool can give, as types: answering with another one does not compile.

use crate::codes::answer::CodeType;
use crate::codes::code_ref::CodeRef;

/// A tool that can answer with the terminal code `C`. The [`codes!`](crate::codes) list of the tool implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare `{C}`: add it to the `codes!` list of `{Self}`",
    label = "not a code of `{Self}`",
    note = "the documentation and the output schema of a tool follow from its `codes!` list"
)]
pub trait Declares<C>: DeclaredCodes {
    /// For [`codes!`](crate::codes).
    #[doc(hidden)]
    const STATED: StatedInCodes;
}

/// A tool that can succeed with code `C` and data `D`. The [`codes!`](crate::codes) list of the tool implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not declare the success `{C}`: add `{C} => {D}` to the `codes!` list of `{Self}`",
    label = "not a success of `{Self}`",
    note = "the documentation and the output schema of a tool follow from its `codes!` list"
)]
pub trait DeclaresSuccess<C, D>: DeclaredCodes {
    /// For [`codes!`](crate::codes).
    #[doc(hidden)]
    const STATED: StatedInCodes;
}

/// [`codes!`](crate::codes) writes it into each declaration, so that none is written by hand and missing from the list. If a
/// tool answers with a code outside its list all the same, the crash role replaces the reply.
#[doc(hidden)]
#[derive(Debug)]
pub struct StatedInCodes;

/// The codes that end a call without data of their own: I, D and E, and what cannot be given. The macro implements it for each enum
/// of such codes; a success behind the semicolon of a [`codes!`](crate::codes) list could be given with data that is stated nowhere.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{C}` is a success: write it before the semicolon, with its data, as `{C} => ItsData`",
    label = "a success without its data",
    note = "`codes!(MyTool {{ Found => Book; NotFound, NoCatalogue }})`; where there is nothing to tell, the data is `NoData`"
)]
pub trait TerminalCodes<C> {}

/// A code that is reserved or retired says that itself.
impl<C> TerminalCodes<C> for CodeRef {}

/// For [`codes!`](crate::codes): a code that is written behind the semicolon.
#[doc(hidden)]
pub fn terminal<C, E: TerminalCodes<C> + Into<CodeRef>>(code: E) -> CodeRef {
    code.into()
}

/// A terminal code that `T` declares: what an ending of the builder asks for.
#[diagnostic::on_unimplemented(
    message = "`{T}` does not declare `{Self}`: add it to the `codes!` list of `{T}`",
    label = "not a code of `{T}`",
    note = "the documentation and the output schema of a tool follow from its `codes!` list"
)]
pub trait DeclaredBy<T> {}

impl<C, T: Declares<C>> DeclaredBy<T> for C {}

/// A success that `T` declares with data `D`: what [`crate::ReplyBuilder::success`] asks for.
#[diagnostic::on_unimplemented(
    message = "`{T}` does not declare the success `{Self}`: add `{Self} => {D}` to the `codes!` list of `{T}`",
    label = "not a success of `{T}`",
    note = "the documentation and the output schema of a tool follow from its `codes!` list"
)]
pub trait DeclaredSuccessBy<T, D> {}

impl<C, D, T: DeclaresSuccess<C, D>> DeclaredSuccessBy<T, D> for C {}

/// Declares every code: for testing a component without a tool.
#[derive(Debug)]
pub struct AnyCode(());

impl<C: CodeType> Declares<C> for AnyCode {
    const STATED: StatedInCodes = StatedInCodes;
}

impl<C: CodeType, D> DeclaresSuccess<C, D> for AnyCode {
    const STATED: StatedInCodes = StatedInCodes;
}

/// No list: it declares each code on demand.
impl DeclaredCodes for AnyCode {
    fn codes() -> Vec<CodeRef> {
        Vec::new()
    }

    fn data(_: &mut crate::envelope::schema::Schemas) -> Vec<serde_json::Value> {
        Vec::new()
    }
}

/// States the codes that a tool can give: each success with its data, then everything else.
///
/// ```text
/// reply_kit::codes!(Dir {
///     DirectoryListed => Listing,
///     TreeListed => Tree;
///     PathNotFound, NotADirectory,
/// });
/// ```
#[macro_export]
macro_rules! codes {
    ($tool:ty { $($success:path => $data:ty),* $(,)? $(; $($code:path),* $(,)?)? }) => {
        $(impl $crate::DeclaresSuccess<$success, $data> for $tool {
            const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
        })*
        // Every code counts as declared for every ending: with the wrong one there is one error, about the ending.
        $(impl $crate::Declares<$success> for $tool {
            const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
        })*
        $($(
            impl $crate::Declares<$code> for $tool {
                const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
            }
            impl<__Data> $crate::DeclaresSuccess<$code, __Data> for $tool {
                const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
            }
        )*)?
        impl $crate::DeclaredCodes for $tool {
            fn codes() -> ::std::vec::Vec<$crate::CodeRef> {
                // A retired or reserved code has none, and says why (L09): here, and not again where it is given.
                ::std::vec![
                    $($crate::CodeRef::from(<$success as $crate::CodeType>::CODE),)*
                    $($($crate::__private::terminal::<$code, _>(<$code as $crate::CodeType>::CODE),)*)?
                ]
            }

            fn data(schemas: &mut $crate::Schemas) -> ::std::vec::Vec<$crate::__private::SchemaValue> {
                ::std::vec![$(schemas.of::<$data>(),)*]
            }
        }
    };
    // Anything else is one error: the stand-ins declare every code.
    ($tool:ty { $($mistaken:tt)* }) => {
        ::core::compile_error!(
            "each success with its data, a semicolon, then every other code: `codes!(MyTool { Found => Book; NotFound, NoCatalogue })`"
        );
        impl<__Code> $crate::Declares<__Code> for $tool {
            const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
        }
        impl<__Code, __Data> $crate::DeclaresSuccess<__Code, __Data> for $tool {
            const STATED: $crate::__private::StatedInCodes = $crate::__private::StatedInCodes;
        }
        impl $crate::DeclaredCodes for $tool {
            fn codes() -> ::std::vec::Vec<$crate::CodeRef> {
                ::std::vec::Vec::new()
            }

            fn data(_: &mut $crate::Schemas) -> ::std::vec::Vec<$crate::__private::SchemaValue> {
                ::std::vec::Vec::new()
            }
        }
    };
}

/// Names a set of codes that a component needs its callers to declare.
///
/// ```text
/// reply_kit::code_set! {
///     /// What resolving an address can answer.
///     pub trait Resolving = PathNotFound, ModeNotInitialised;
/// }
/// fn resolve<'c, T: Resolving>(rb: ReplyBuilder<'c, T>) -> …
/// ```
#[macro_export]
macro_rules! code_set {
    ($($(#[$meta:meta])* $visibility:vis trait $name:ident = $($bound:path),+ $(,)? $(; $($success:path => $data:ty),+ $(,)?)?;)+) => {$(
        $(#[$meta])*
        #[diagnostic::on_unimplemented(
            message = "`{Self}` calls a step with a code that it does not declare: add it to the `codes!` list of `{Self}`",
            label = "not every code of this step is in the `codes!` list of `{Self}`",
            note = "the documentation and the output schema of a tool follow from its `codes!` list"
        )]
        $visibility trait $name:
            $($crate::Declares<$bound> +)+ $($($crate::DeclaresSuccess<$success, $data> +)+)? {}
        impl<__Tool> $name for __Tool
        where
            __Tool: $($crate::Declares<$bound> +)+ $($($crate::DeclaresSuccess<$success, $data> +)+)? {}
    )+};
}

/// A tool whose codes are stated: what [`codes!`](crate::codes) implements.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not state its codes: write `codes!({Self} {{ ASuccess => ItsData; EveryOtherCode }});` beside it",
    label = "a tool without codes",
    note = "the documentation and the output schema of a tool follow from its `codes!` list"
)]
pub trait DeclaredCodes {
    /// Every code it can give, besides those of the wrapper: the successes first.
    fn codes() -> Vec<CodeRef>;
    /// The data of each success, in their order.
    #[doc(hidden)]
    fn data(schemas: &mut crate::envelope::schema::Schemas) -> Vec<serde_json::Value>;
}
