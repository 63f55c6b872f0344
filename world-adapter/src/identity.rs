//! Where a file lies, whatever it was called (L54).

use std::fmt;
use std::sync::Arc;

use crate::address::RootKey;
use crate::contained::join;
use crate::host_path::HostPath;

/// The one identity of a target: the root that owns it, and the way down from there with links followed.
///
/// `mod:A/f` and `root:user_docs/mod/A/f` have the same one. Contracts, grants and policy compare identities, by
/// components; an address is only a name for one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    owner: Owner,
    path: Box<str>,
}

/// What owns a place: a configured root, or a directory of the session that lies outside all of them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Owner {
    Root(RootKey),
    Outside(Arc<HostPath>),
}

impl Identity {
    pub(crate) fn new(owner: Owner, path: impl Into<Box<str>>) -> Self {
        Self { owner, path: path.into() }
    }

    /// Whether this is `scope` or lies beneath it, compared by components: `A` does not hold `AB`.
    pub fn lies_within(&self, scope: &Self) -> bool {
        self.owner == scope.owner && below(&self.path, &scope.path).is_some()
    }

    /// The root that owns it, if it lies under one.
    pub(crate) fn root(&self) -> Option<RootKey> {
        match self.owner {
            Owner::Root(key) => Some(key),
            Owner::Outside(_) => None,
        }
    }

    /// The way down from its owner.
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

/// The rest of a way beneath another, if it lies there.
pub(crate) fn below<'p>(path: &'p str, outer: &str) -> Option<&'p str> {
    if outer.is_empty() {
        return Some(path);
    }
    match path.strip_prefix(outer)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// The directories that can own a place.
#[derive(Clone, Default)]
pub(crate) struct Bases(Vec<(Owner, HostPath)>);

impl Bases {
    pub(crate) fn add(&mut self, owner: Owner, canonical: HostPath) {
        self.0.push((owner, canonical));
    }

    /// Adds a directory of the session, unless another base holds it.
    pub(crate) fn add_unless_held(&mut self, canonical: &HostPath) {
        if !self.0.iter().any(|(_, base)| canonical.below(base).is_some()) {
            self.add(Owner::Outside(Arc::new(canonical.clone())), canonical.clone());
        }
    }

    /// Where an opened directory lies: beneath the innermost base that holds it, and holding what bases lie in it.
    pub(crate) fn site(&self, canonical: &HostPath) -> Site {
        let holders = self.0.iter().filter_map(|(owner, base)| Some((canonical.below(base)?, owner)));
        let (prefix, owner) = match holders.min_by_key(|(prefix, _)| prefix.len()) {
            Some((prefix, owner)) => (prefix, owner.clone()),
            None => (String::new(), Owner::Outside(Arc::new(canonical.clone()))),
        };
        let inside = self.0.iter().filter_map(|(owner, base)| Some((base.below(canonical)?, owner.clone())));
        let mut inner: Vec<_> = inside.filter(|(way, _)| !way.is_empty()).collect();
        inner.sort_by_key(|(way, _)| std::cmp::Reverse(way.len()));
        Site { owner, prefix: prefix.into(), inner }
    }
}

/// Where an opened directory lies.
#[derive(Clone)]
pub(crate) struct Site {
    owner: Owner,
    prefix: Box<str>,
    /// Roots inside this directory, deepest first: what lies in one of them is owned by it.
    inner: Vec<(String, Owner)>,
}

impl Site {
    /// The root that the directory lies under.
    pub(crate) fn root(&self) -> Option<RootKey> {
        match self.owner {
            Owner::Root(key) => Some(key),
            Owner::Outside(_) => None,
        }
    }

    /// The identity of what lies at `way` (without links) beneath the directory.
    pub(crate) fn identity(&self, way: &str) -> Identity {
        for (inner, owner) in &self.inner {
            if let Some(rest) = below(way, inner) {
                return Identity::new(owner.clone(), rest);
            }
        }
        if self.prefix.is_empty() {
            return Identity::new(self.owner.clone(), way);
        }
        Identity::new(self.owner.clone(), join(&self.prefix, way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(path: &str) -> HostPath {
        HostPath::new(path.into())
    }

    #[test]
    fn l54_two_addresses_of_one_file_have_one_identity() {
        let mut bases = Bases::default();
        bases.add(Owner::Root(RootKey::UserDocs), host("/docs"));
        let by_root = bases.site(&host("/docs")).identity("mod/A/f");
        let by_mod = bases.site(&host("/docs/mod/A")).identity("f");
        assert!(by_root == by_mod);
    }

    #[test]
    fn l54_identities_compare_by_components() {
        let at = |path: &str| Identity::new(Owner::Root(RootKey::UserDocs), path);
        assert!(at("mod/A/f").lies_within(&at("mod/A")));
        assert!(at("mod/A").lies_within(&at("mod/A")));
        assert!(!at("mod/AB").lies_within(&at("mod/A")));
        assert!(!Identity::new(Owner::Root(RootKey::Game), "mod/A").lies_within(&at("mod/A")));
    }

    #[test]
    fn l54_the_innermost_root_owns_what_lies_in_it() {
        let mut bases = Bases::default();
        bases.add(Owner::Root(RootKey::Repo), host("/src"));
        bases.add(Owner::Root(RootKey::Ck3ravenData), host("/src/data"));
        let by_repo = bases.site(&host("/src")).identity("data/wip/x");
        assert_eq!(by_repo.root(), Some(RootKey::Ck3ravenData));
        assert_eq!(by_repo.path(), "wip/x");
        assert!(bases.site(&host("/src")).identity("database").root() == Some(RootKey::Repo));
    }
}
