//! Which configured directory owns which path: where an opened directory is mounted in the world.

use std::sync::Arc;

use super::contained::join;
use super::host_path::HostPath;
use crate::address::RootKey;
use crate::resolve::identity::{Identity, Owner, below};

/// The directories that can own a path.
#[derive(Clone, Default)]
pub(crate) struct MountTable(Vec<(Owner, HostPath)>);

impl MountTable {
    pub(crate) fn add(&mut self, owner: Owner, canonical: HostPath) {
        self.0.push((owner, canonical));
    }

    /// Adds a directory of the session, unless another base contains it.
    pub(crate) fn add_unless_held(&mut self, canonical: &HostPath) {
        if !self.0.iter().any(|(_, base)| canonical.below(base).is_some()) {
            self.add(Owner::Outside(Arc::new(canonical.clone())), canonical.clone());
        }
    }

    /// Where an opened directory lies: beneath the innermost base that contains it, with the mounts that lie inside it.
    pub(crate) fn mount(&self, canonical: &HostPath) -> Mount {
        let holders = self.0.iter().filter_map(|(owner, base)| Some((canonical.below(base)?, owner)));
        let (prefix, owner) = match holders.min_by_key(|(prefix, _)| prefix.len()) {
            Some((prefix, owner)) => (prefix, owner.clone()),
            None => (String::new(), Owner::Outside(Arc::new(canonical.clone()))),
        };
        let inside = self.0.iter().filter_map(|(owner, base)| Some((base.below(canonical)?, owner.clone())));
        let mut inner: Vec<_> = inside.filter(|(rel_path, _)| !rel_path.is_empty()).collect();
        inner.sort_by_key(|(rel_path, _)| std::cmp::Reverse(rel_path.len()));
        Mount { owner, prefix: prefix.into(), inner }
    }
}

/// Where an opened directory lies.
#[derive(Clone)]
pub(crate) struct Mount {
    owner: Owner,
    prefix: Box<str>,
    /// Roots inside this directory, deepest first: each owns what lies in it.
    inner: Vec<(String, Owner)>,
}

impl Mount {
    /// The root that the directory lies under.
    pub(crate) fn root(&self) -> Option<RootKey> {
        match self.owner {
            Owner::Root(key) => Some(key),
            Owner::Outside(_) => None,
        }
    }

    /// The directories inside that belong to another owner and lie beneath a path: visibility may change there.
    pub(crate) fn inner_below<'m>(&'m self, path: &'m str) -> impl Iterator<Item = &'m str> {
        self.inner
            .iter()
            .map(|(inner, _)| inner.as_str())
            .filter(move |inner| *inner != path && below(inner, path).is_some())
    }

    /// The identity of the file at `rel_path` (without links) beneath the directory.
    pub(crate) fn identity(&self, rel_path: &str) -> Identity {
        for (inner, owner) in &self.inner {
            if let Some(rest) = below(rel_path, inner) {
                return Identity::new(owner.clone(), rest);
            }
        }
        if self.prefix.is_empty() {
            return Identity::new(self.owner.clone(), rel_path);
        }
        Identity::new(self.owner.clone(), join(&self.prefix, rel_path))
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
        let mut mounts = MountTable::default();
        mounts.add(Owner::Root(RootKey::UserDocs), host("/docs"));
        let by_root = mounts.mount(&host("/docs")).identity("mod/A/f");
        let by_mod = mounts.mount(&host("/docs/mod/A")).identity("f");
        assert!(by_root == by_mod);
    }

    #[test]
    fn l54_the_innermost_root_owns_what_lies_in_it() {
        let mut mounts = MountTable::default();
        mounts.add(Owner::Root(RootKey::Repo), host("/src"));
        mounts.add(Owner::Root(RootKey::Ck3ravenData), host("/src/data"));
        let by_repo = mounts.mount(&host("/src")).identity("data/wip/x");
        assert_eq!(by_repo.root(), Some(RootKey::Ck3ravenData));
        assert_eq!(by_repo.path(), "wip/x");
        assert!(mounts.mount(&host("/src")).identity("database").root() == Some(RootKey::Repo));
    }

    #[test]
    fn l54_outside_every_root_the_outermost_folder_of_the_session_owns_what_lies_in_it() {
        let mut mounts = MountTable::default();
        mounts.add_unless_held(&host("/mods"));
        mounts.add_unless_held(&host("/mods/A"));
        let by_folder = mounts.mount(&host("/mods")).identity("A/f");
        let by_mod = mounts.mount(&host("/mods/A")).identity("f");
        assert!(by_folder == by_mod);
    }

    #[test]
    fn l51_visibility_may_change_at_what_lies_strictly_below_a_path() {
        let mut mounts = MountTable::default();
        mounts.add(Owner::Root(RootKey::Ck3ravenData), host("/src/data"));
        mounts.add(Owner::Root(RootKey::Vscode), host("/src/data/vscode"));
        let mount = mounts.mount(&host("/src"));
        let below = |path| mount.inner_below(path).collect::<Vec<_>>();
        assert_eq!(below(""), ["data/vscode", "data"]);
        assert_eq!(below("data"), ["data/vscode"]);
        assert!(below("data/vscode").is_empty() && below("other").is_empty());
    }
}
