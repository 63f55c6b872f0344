//! A reply: type, code, data (L11–L13).

use std::fmt;
use std::marker::PhantomData;

use reply_vocabulary::ReplyType;

use crate::codes::code_ref::CodeRef;
use crate::data::value::ParamValue;
use crate::data::writer::DataWriter;

/// Ties a reply to its call: invariant, so that no other call's reply fits.
pub(crate) type OfCall<'c> = PhantomData<fn(&'c ()) -> &'c ()>;

/// The one outcome of a call: its type, its code, its data, and nothing else.
///
/// It cannot be changed, copied, read from JSON or made without a [`crate::ReplyBuilder`]. It knows no trace id, no time
/// and no transport; the wrapper adds those.
#[must_use = "the tool must return its reply"]
pub struct Reply<'c> {
    body: ReplyBody,
    call: OfCall<'c>,
}

/// A reply that ends the call: I, D or E. It is the `Err` side of a step, so that `?` returns it at once (L47).
///
/// No error type converts into one by itself: a layer has to decide what went wrong. For a fallible step use
/// [`crate::ReplyBuilder::require`].
#[must_use = "a terminal reply ends the call: return it, with `?` or as `Err`"]
pub struct Terminal<'c> {
    body: ReplyBody,
    call: OfCall<'c>,
}

/// A reply without its call, inside the wrapper.
#[derive(Debug)]
pub(crate) struct ReplyBody {
    pub(crate) code: CodeRef,
    pub(crate) data: ReplyPayload,
}

#[derive(Debug)]
pub(crate) enum ReplyPayload {
    /// A success: the tool's data.
    Written(Box<DataWriter>),
    /// I, D or E: the values of the code's parameters.
    Params(Vec<ParamValue>),
}

macro_rules! of_a_body {
    ($($reply:ident),+) => {$(
        impl $reply<'_> {
            pub(crate) fn new(body: ReplyBody) -> Self {
                Self { body, call: PhantomData }
            }

            pub(crate) fn into_body(self) -> ReplyBody {
                self.body
            }

            /// What it means.
            pub fn reply_type(&self) -> ReplyType {
                self.body.code.reply_type()
            }

            /// Which one it is.
            pub fn code(&self) -> CodeRef {
                self.body.code
            }
        }

        impl fmt::Debug for $reply<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($reply), "({})"), self.body.code)
            }
        }
    )+};
}
of_a_body!(Reply, Terminal);

/// Never implemented: an error is not a reply. It exists so that `?` on one names what to do; the compiler's message has its
/// name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reply: a layer has to say what it means, with `rb.require`",
    label = "not a reply: `let (rb, value) = rb.require(result, |rb, error| rb.error(&voice, …))?;`",
    note = "use `let (rb, value) = rb.require(result, |rb, error| rb.error(&voice, …))?;`"
)]
pub trait UseRbRequire<'c> {
    /// Never called.
    #[doc(hidden)]
    fn into_terminal(self) -> Terminal<'c>;
}

impl<'c, E: UseRbRequire<'c>> From<E> for Terminal<'c> {
    fn from(error: E) -> Self {
        error.into_terminal()
    }
}
