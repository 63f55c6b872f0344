//! The references that this process has handed out (L40–L43).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cap_std::fs::Dir;
use uuid::Uuid;

use crate::read::kind::Kind;
use crate::resolve::location::LocationDigest;
use crate::resolve::reference::VisibilityRef;
use crate::roots::contained::{self, LookupError, split};
use crate::roots::root_handle::RootHandle;

/// The most live references of a process. None is evicted, so a reference never changes its meaning (L42).
pub const TOKEN_CAPACITY: usize = 10_000;

/// What a reference refers to: a capability, and the relative path below it without links.
pub(crate) struct Target {
    pub(crate) opened: Arc<RootHandle>,
    address: Arc<reply_kit::Address>,
    /// Where the relative path starts in the address.
    path_start: usize,
    /// The real path, if links make it differ from the address.
    real: Option<Box<str>>,
    /// The hidden paths beneath it.
    hidden: Box<[Box<str>]>,
}

impl Target {
    pub(crate) fn new(
        opened: Arc<RootHandle>,
        address: Arc<reply_kit::Address>,
        path: &str,
        real: Option<Box<str>>,
    ) -> Self {
        let path_start = address.as_str().len() - path.len();
        Self { opened, address, path_start, real, hidden: Box::default() }
    }

    /// The same, with the hidden paths beneath it, relative to it.
    pub(crate) fn hiding(mut self, hidden: Box<[Box<str>]>) -> Self {
        self.hidden = hidden;
        self
    }

    /// Whether a path beneath it, relative to it, is hidden.
    pub(crate) fn hides(&self, path: &str) -> bool {
        self.hidden.iter().any(|hidden| **hidden == *path)
    }

    /// Whether anything beneath it is hidden.
    pub(crate) fn hides_any(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// The hidden paths beneath it, relative to it.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = &str> {
        self.hidden.iter().map(|hidden| &**hidden)
    }

    /// Opens it, if it is a directory.
    pub(crate) fn open_dir(&self) -> Result<Dir, LookupError> {
        contained::open_dir(&*self.opened.dir()?, self.path())
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> Result<Kind, LookupError> {
        contained::kind(&*self.opened.dir()?, self.path())
    }

    /// Opens the directory that holds it.
    pub(crate) fn open_holder(&self) -> Result<Dir, LookupError> {
        contained::open_dir(&*self.opened.dir()?, split(self.path()).0)
    }

    /// Its location on this machine, as a digest.
    pub(crate) fn location(&self) -> LocationDigest {
        LocationDigest::new(self.opened.canonical(), self.path())
    }

    /// Where its parent directory lies, whether it exists or not.
    pub(crate) fn directory_location(&self) -> LocationDigest {
        LocationDigest::new(self.opened.canonical(), split(self.path()).0)
    }

    /// The relative path beneath the opened directory.
    pub(crate) fn path(&self) -> &str {
        self.real.as_deref().unwrap_or(&self.address.as_str()[self.path_start..])
    }
}

/// The process has reached its limit of live references.
#[derive(Debug)]
pub(crate) struct CapacityExceededError;

/// The live references of this process. An entry lives as long as a [`VisibilityRef`] to it (L40).
pub(crate) struct ReferenceTable {
    targets: Arc<Mutex<LiveTargets>>,
}

type LiveTargets = HashMap<Uuid, Arc<Target>>;

/// Owns an entry of the table. The references that share it own it together; dropping the last one removes the entry.
pub(crate) struct ReferenceToken {
    id: Uuid,
    table: Weak<Mutex<LiveTargets>>,
}

impl ReferenceToken {
    pub(crate) const fn id(&self) -> &Uuid {
        &self.id
    }
}

impl Drop for ReferenceToken {
    fn drop(&mut self) {
        if let Some(table) = self.table.upgrade() {
            lock(&table).remove(&self.id);
        }
    }
}

impl ReferenceTable {
    pub(crate) fn new() -> Self {
        Self { targets: Arc::default() }
    }

    /// A fresh token for a target. Counting and inserting are one step, so the cap is exact under any load.
    pub(crate) fn mint(&self, target: &Arc<Target>) -> Result<VisibilityRef, CapacityExceededError> {
        let mut targets = lock(&self.targets);
        if targets.len() >= TOKEN_CAPACITY {
            return Err(CapacityExceededError);
        }
        let id = Uuid::new_v4();
        targets.insert(id, Arc::clone(target));
        drop(targets);
        let token = ReferenceToken { id, table: Arc::downgrade(&self.targets) };
        Ok(VisibilityRef::new(token, Arc::clone(&target.address)))
    }

    pub(crate) fn target(&self, reference: &VisibilityRef) -> Option<Arc<Target>> {
        lock(&self.targets).get(reference.token()).cloned()
    }

    pub(crate) fn left(&self) -> usize {
        TOKEN_CAPACITY - lock(&self.targets).len()
    }
}

fn lock(table: &Mutex<LiveTargets>) -> MutexGuard<'_, LiveTargets> {
    // An insertion or removal either happened or did not, so a panic elsewhere leaves the table consistent.
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roots::host_path::HostPath;

    #[test]
    fn l40_tokens_are_uuids_of_version_4_and_all_different() {
        let folder = tempfile::tempdir().unwrap();
        let opened = RootHandle::open(HostPath::new(folder.path().to_owned()), None).ok().unwrap();
        let target = Arc::new(Target::new(Arc::new(opened), Arc::new("root:game".parse().unwrap()), "", None));
        let table = ReferenceTable::new();
        let minted: Vec<VisibilityRef> = (0..1000).map(|_| table.mint(&target).unwrap()).collect();
        let fresh: std::collections::HashSet<Uuid> = minted.iter().map(|reference| *reference.token()).collect();
        assert_eq!(fresh.len(), 1000);
        assert!(fresh.iter().all(|token| token.get_version_num() == 4));
    }
}
