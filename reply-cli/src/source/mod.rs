//! Where in the source tree codes are constructed and tested.
//!
//! The tree is read as tokens, so that comments and strings do not count, and names are followed through `use`, so that a
//! type that only happens to be called the same does not count either. Only packages that build on the registry are read.

mod calls;
mod expectations;
mod lexer;
mod packages;
mod paths;
mod regions;
mod scan;
mod walk;

use std::collections::HashMap;
use std::path::PathBuf;

use reply_registry::{Code, Registry, RegistryEntry};

pub(crate) use packages::Packages;

use crate::project::Project;

/// Where a code is used.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// Outside tests, as a value.
    pub(crate) constructed: Vec<UseSite>,
    /// Outside tests, in the `codes!` list of a tool.
    pub(crate) declared: Vec<UseSite>,
    /// As the code, in a test that asserts something.
    pub(crate) tested: Vec<UseSite>,
    /// Anywhere else: as a type, as a variant of an enum of codes, in a test that does not expect it.
    pub(crate) named: Vec<UseSite>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UseSite {
    /// The file.
    pub(crate) file: PathBuf,
    /// The line, from 1.
    pub(crate) line: usize,
}

/// What the tree says of each code. A code that is used nowhere is not in it.
pub(crate) type Usage = HashMap<Code, Uses>;

/// Reads the tree for every code.
pub(crate) fn usage(project: &Project, registry: &Registry) -> Usage {
    scan::scan(project, &registry.entries)
}

/// Reads the tree for one code.
pub(crate) fn usage_of(project: &Project, entry: &RegistryEntry) -> Uses {
    scan::scan(project, std::slice::from_ref(entry)).remove(&entry.code).unwrap_or_default()
}
