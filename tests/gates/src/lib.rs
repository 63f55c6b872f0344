//! The purity gate (L81): the reviewed list of who may depend on the world adapter, against cargo's own graph.
//!
//! **Invariant:** the graph is cargo's, never read out of manifests: features, renames and targets are resolved before this
//! crate sees them.
//!
//! Start reading at [`compare`].
#![forbid(unsafe_code)]

mod compare;
mod graph;
mod list;

pub use compare::{PurityFinding, compare};
pub use graph::{Graph, Use};
pub use list::Reviewed;
