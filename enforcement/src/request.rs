//! A change as enforcement sees it: which operation, on which target, with which content.

use reply_core::Address;
use world_adapter::{Delete, Digest, Identity, Operation, OperationName, Rename, Resolved, Write};

/// What is bound by a grant (L66): the same change again, and no other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Change {
    pub(crate) operation: OperationName,
    pub(crate) target: Identity,
    pub(crate) destination: Option<Identity>,
    pub(crate) content: Option<Digest>,
}

#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a change: enforcement governs changes only (L63)",
    label = "not a change",
    note = "reading is governed by what is visible: resolve the target and read it through its reference"
)]
/// An operation that enforcement governs. There are three; reading is none of them (L63).
pub trait Governed: Operation + Sized {
    /// The content it puts there, by digest.
    #[doc(hidden)]
    fn content(&self) -> Option<Digest> {
        None
    }

    /// Its other end.
    #[doc(hidden)]
    fn destination(&self) -> Option<&Resolved> {
        None
    }
}

impl Governed for Write {
    fn content(&self) -> Option<Digest> {
        Some(Write::content(self).digest())
    }
}

impl Governed for Delete {}

impl Governed for Rename {
    fn destination(&self) -> Option<&Resolved> {
        Some(Rename::destination(self))
    }
}

impl Change {
    pub(crate) fn new<O: Governed>(target: &Resolved, operation: &O) -> Self {
        Self {
            operation: O::NAME,
            target: target.identity().clone(),
            destination: operation.destination().map(|to| to.identity().clone()),
            content: operation.content(),
        }
    }
}

/// A change in words: what a person is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// What is to be done.
    pub operation: OperationName,
    /// To what.
    pub target: Address,
    /// For a rename, the new name.
    pub destination: Option<Address>,
    /// For a write, the digest of what will be written.
    pub content: Option<Digest>,
}

impl Described {
    pub(crate) fn new<O: Governed>(target: &Resolved, operation: &O) -> Self {
        Self {
            operation: O::NAME,
            target: target.address().into(),
            destination: operation.destination().map(|to| to.address().into()),
            content: operation.content(),
        }
    }
}
