//! A reference to something visible (L39).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use reply_kit::{Address, ReplyBuilder, Step};
use uuid::Uuid;

use crate::codes::ReferenceCodes;
use crate::resolve::reference_table::{ReferenceToken, Target};
use crate::world::WorldAdapter;

/// A token and a canonical address: the proof that this process resolved the address.
///
/// It displays as the address. It holds no host path and no handle; only the adapter that made it can look up what it refers
/// to, by the token (L41). No other code can make or change one.
///
/// Clones share one token, and with it one of the process's live references; dropping the last clone releases it (L40, L42).
#[derive(Clone)]
pub struct VisibilityRef {
    token: Arc<ReferenceToken>,
    address: Arc<Address>,
}

impl VisibilityRef {
    pub(crate) fn new(token: ReferenceToken, address: Arc<Address>) -> Self {
        Self { token: Arc::new(token), address }
    }

    pub(crate) fn token(&self) -> &Uuid {
        self.token.id()
    }

    /// The canonical address.
    pub fn as_str(&self) -> &str {
        self.address.as_str()
    }

    /// The canonical address, as reply data.
    pub fn address(&self) -> &Address {
        &self.address
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::VisibilityRef {}
    impl Sealed for crate::resolve::resolved::Resolved {}
}

/// What a tool that declares `T` can access: a [`crate::Resolved`] target, or a stored [`VisibilityRef`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` was not resolved: there is one way to a place, `WorldAdapter::resolve` (L35)",
    label = "not a `VisibilityRef`",
    note = "resolve the input, return what is terminal with `?`, and go on with what was resolved"
)]
pub trait Visible<T>: sealed::Sealed {
    /// The reference.
    fn reference(&self) -> &VisibilityRef;

    /// What it refers to.
    #[doc(hidden)]
    fn target<'c>(&self, world: &WorldAdapter, rb: ReplyBuilder<'c, T>) -> Targeted<'c, T>;
}

/// The builder with what a reference refers to, or the end of the call.
#[doc(hidden)]
pub(crate) type Targeted<'c, T> = Step<'c, T, TargetOf>;

/// What a reference refers to; for the adapter alone.
#[doc(hidden)]
pub struct TargetOf(pub(crate) Arc<Target>);

impl<T: ReferenceCodes> Visible<T> for VisibilityRef {
    fn reference(&self) -> &VisibilityRef {
        self
    }

    fn target<'c>(&self, world: &WorldAdapter, rb: ReplyBuilder<'c, T>) -> Targeted<'c, T> {
        let (rb, target) = world.dereference(rb, self)?;
        Ok((rb, TargetOf(target)))
    }
}

/// A target that was resolved in this call is known, so no lookup is needed.
impl<T> Visible<T> for crate::resolve::resolved::Resolved {
    fn reference(&self) -> &VisibilityRef {
        &self.reference
    }

    fn target<'c>(&self, _: &WorldAdapter, rb: ReplyBuilder<'c, T>) -> Targeted<'c, T> {
        Ok((rb, TargetOf(Arc::clone(&self.target))))
    }
}

short_debug!(TargetOf, _it => "TargetOf");

impl PartialEq for VisibilityRef {
    fn eq(&self, other: &Self) -> bool {
        self.token() == other.token()
    }
}

impl Eq for VisibilityRef {}

impl Hash for VisibilityRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.token().hash(state);
    }
}

impl fmt::Display for VisibilityRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

short_debug!(VisibilityRef, it => "VisibilityRef({})", it.address);

impl serde::Serialize for VisibilityRef {
    /// The address alone: a token is never persisted (L40).
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
