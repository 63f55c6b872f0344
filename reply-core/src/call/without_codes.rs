//! Stand-ins, so that a forgotten `codes!` list is one error and not one for each ending as well.

use std::marker::PhantomData;
use std::ops::Deref;

use crate::call::builder::ReplyBuilder;
use crate::call::reply::{OfCall, Reply, Terminal};
use crate::codes::layer::Layer;
use crate::codes::voice::Voice;

/// The endings that the compiler finds in a builder whose tool does not state its codes. They have no bounds, so the only error
/// is that of the tool. None can be reached: every way to make a builder requires a tool with codes.
#[derive(Debug)]
pub struct WithoutCodes<'c, T>(OfCall<'c>, PhantomData<fn() -> T>);

#[doc(hidden)]
impl<'c, T> Deref for ReplyBuilder<'c, T> {
    type Target = WithoutCodes<'c, T>;

    fn deref(&self) -> &WithoutCodes<'c, T> {
        &WithoutCodes(PhantomData, PhantomData)
    }
}

const FORGOTTEN: &str = "a tool states its codes with `codes!`";

#[expect(clippy::unused_self, reason = "the compiler finds them where it looks for the endings of a builder")]
impl<'c, T> WithoutCodes<'c, T> {
    #[doc(hidden)]
    pub fn success<L: Layer, C, D>(&self, _voice: &Voice<L>, _code: C, _data_or_no_data: &D) -> Reply<'c> {
        unreachable!("{FORGOTTEN}")
    }

    #[doc(hidden)]
    pub fn prepare_success<L: Layer, C, D>(
        &self,
        _voice: &Voice<L>,
        _code: C,
        _data: &D,
    ) -> Result<ReplyBuilder<'c, T>, Terminal<'c>> {
        unreachable!("{FORGOTTEN}")
    }

    #[doc(hidden)]
    pub fn invalid<L: Layer, C>(&self, _voice: &Voice<L>, _code: C) -> Terminal<'c> {
        unreachable!("{FORGOTTEN}")
    }

    #[doc(hidden)]
    pub fn denied<L: Layer, C>(&self, _voice: &Voice<L>, _code: C) -> Terminal<'c> {
        unreachable!("{FORGOTTEN}")
    }

    #[doc(hidden)]
    pub fn error<L: Layer, C>(&self, _voice: &Voice<L>, _code: C) -> Terminal<'c> {
        unreachable!("{FORGOTTEN}")
    }

    #[doc(hidden)]
    pub fn error_with_report<L: Layer, C>(&self, _voice: &Voice<L>, _code: C, _report: String) -> Terminal<'c> {
        unreachable!("{FORGOTTEN}")
    }
}
