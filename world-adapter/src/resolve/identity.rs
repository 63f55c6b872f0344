//! Where a file lies, whatever address named it (L54).

use std::fmt;
use std::sync::Arc;

use crate::address::RootKey;
use crate::roots::host_path::HostPath;
use crate::roots::spelling::is_alike;

/// The one identity of a target: the root that owns it, and the relative path below it with links followed.
///
/// `mod:A/f` and `root:user_docs/mod/A/f` have the same one. Contracts, grants and policy compare identities, by
/// components; an address is only a name for one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    owner: Owner,
    path: Box<str>,
}

/// The owner of a file: a configured root, or a directory of the session that lies outside all roots.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Root(RootKey),
    Outside(Arc<HostPath>),
}

impl Identity {
    pub(crate) fn new(owner: Owner, path: impl Into<Box<str>>) -> Self {
        Self { owner, path: path.into() }
    }

    /// Whether this is `scope` or lies beneath it, compared by components: `A` does not contain `AB`.
    pub fn lies_within(&self, scope: &Self) -> bool {
        self.owner == scope.owner && below(&self.path, &scope.path).is_some()
    }

    /// Whether the two differ in letter case alone.
    pub(crate) fn respells(&self, other: &Self) -> bool {
        self != other && self.owner == other.owner && is_alike(&self.path, &other.path)
    }

    /// The root that owns it, if it lies under one.
    pub(crate) fn root(&self) -> Option<RootKey> {
        match self.owner {
            Owner::Root(key) => Some(key),
            Owner::Outside(_) => None,
        }
    }

    /// The relative path below its owner.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner {
            Owner::Root(key) => write!(f, "Identity({key}/{})", self.path),
            Owner::Outside(_) => write!(f, "Identity(outside/{})", self.path),
        }
    }
}

/// The rest of a relative path beneath another, if it lies there.
pub(crate) fn below<'p>(path: &'p str, outer: &str) -> Option<&'p str> {
    if outer.is_empty() {
        return Some(path);
    }
    match path.strip_prefix(outer)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l54_identities_compare_by_components() {
        let at = |path: &str| Identity::new(Owner::Root(RootKey::UserDocs), path);
        assert!(at("mod/A/f").lies_within(&at("mod/A")));
        assert!(at("mod/A").lies_within(&at("mod/A")));
        assert!(!at("mod/AB").lies_within(&at("mod/A")));
        assert!(!Identity::new(Owner::Root(RootKey::Game), "mod/A").lies_within(&at("mod/A")));
    }

    #[test]
    fn l54_another_spelling_of_a_place_differs_from_it_in_letter_case_alone() {
        let at = |path: &str| Identity::new(Owner::Root(RootKey::UserDocs), path);
        assert!(at("mod/A.TXT").respells(&at("mod/a.txt")));
        assert!(!at("mod/a.txt").respells(&at("mod/a.txt")), "the same spelling");
        assert!(!at("mod/b.txt").respells(&at("mod/a.txt")));
        assert!(!Identity::new(Owner::Root(RootKey::Game), "mod/A.TXT").respells(&at("mod/a.txt")), "another place");
    }
}
