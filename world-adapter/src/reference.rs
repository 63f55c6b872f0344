//! A reference to something visible (L39).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use reply_core::Address;
use uuid::Uuid;

/// A token and a canonical address: the proof that this process resolved the address.
///
/// It shows as the address. It holds no host path and no handle; only the adapter that made it can tell what it refers to,
/// by the token (L41). Nobody else can make or change one.
#[derive(Clone)]
pub struct VisibilityRef {
    token: Uuid,
    address: Arc<Address>,
}

impl VisibilityRef {
    pub(crate) fn new(token: Uuid, address: Arc<Address>) -> Self {
        Self { token, address }
    }

    pub(crate) fn token(&self) -> &Uuid {
        &self.token
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
    impl Sealed for crate::resolved::Resolved {}
}

/// What is accessed: a [`VisibilityRef`], or the [`crate::Resolved`] target that holds one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` was not resolved: there is one way to a place, `WorldAdapter::resolve` (L35)",
    label = "not a `VisibilityRef`",
    note = "resolve the input, return what is terminal with `?`, and go on with what was resolved"
)]
pub trait Visible: sealed::Sealed {
    /// The reference.
    fn reference(&self) -> &VisibilityRef;
}

impl Visible for VisibilityRef {
    fn reference(&self) -> &VisibilityRef {
        self
    }
}

impl Visible for crate::resolved::Resolved {
    fn reference(&self) -> &VisibilityRef {
        &self.reference
    }
}

impl PartialEq for VisibilityRef {
    fn eq(&self, other: &Self) -> bool {
        self.token == other.token
    }
}

impl Eq for VisibilityRef {}

impl Hash for VisibilityRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.token.hash(state);
    }
}

impl fmt::Display for VisibilityRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for VisibilityRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VisibilityRef({})", self.address)
    }
}

impl serde::Serialize for VisibilityRef {
    /// The address alone: a token is never persisted (L40).
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
