//! From an input to a target: one resolver, what a mode sees, and references to what was found.

pub(crate) mod domain;
pub(crate) mod identify;
pub(crate) mod identity;
pub(crate) mod location;
pub(crate) mod log_hint;
pub(crate) mod new_mod;
pub(crate) mod reference;
pub(crate) mod reference_table;
mod resolve_all;
pub(crate) mod resolved;
pub(crate) mod resolver;
mod suggest;
pub(crate) mod visibility;

pub use domain::Domain;
pub use identify::IdentifyError;
pub use identity::Identity;
pub use location::LocationDigest;
pub use reference::{VisibilityRef, Visible};
pub use reference_table::TOKEN_CAPACITY;
pub use resolved::{Resolved, ResolvedData};
pub use resolver::Existence;
