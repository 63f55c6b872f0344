//! The configured roots, and the state of each at start.

use std::collections::BTreeMap;
use std::sync::Arc;

use reply_kit::ReplyData;

use crate::address::RootKey;
use crate::resolve::identity::Owner;
use crate::roots::host_path::HostPath;
use crate::roots::mounts::{Mount, MountTable};
use crate::roots::root_handle::RootHandle;
use crate::roots::spelling::LetterCase;

/// The state of a configured directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum RootState {
    /// Open and in use.
    Ready,
    /// Not configured.
    NotConfigured,
    /// It does not exist.
    Missing,
    /// It exists, but is not a directory.
    NotADirectory,
    /// The system denies reading it.
    Unreadable,
    /// A network share, under any name, which is rejected: listing through a handle does not work there.
    NetworkPath,
    /// Not an absolute path.
    RelativePath,
    /// The directory was replaced by another one since it was opened; open the world again.
    Replaced,
}

/// One root, for a person or for the session tool. It holds no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub struct RootReport {
    /// Which one.
    pub key: RootKey,
    /// Its state.
    pub state: RootState,
    /// The root that contains it, if there is one.
    pub inside: Option<RootKey>,
}

/// What opening the world found: every root, whether it works or not.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct StartReport {
    /// All roots, in the order of the laws.
    pub roots: Vec<RootReport>,
}

impl StartReport {
    /// The state of one root.
    pub fn state(&self, key: RootKey) -> RootState {
        self.roots.iter().find(|root| root.key == key).map_or(RootState::NotConfigured, |root| root.state)
    }
}

pub(crate) struct Roots {
    opened: BTreeMap<RootKey, Result<Root, RootState>>,
    /// The directories that own what lies in them; a session adds its own.
    pub(crate) mounts: MountTable,
    /// The configured handling of letter case.
    pub(crate) letter_case: Option<LetterCase>,
}

pub(crate) struct Root {
    pub(crate) opened: Arc<RootHandle>,
    pub(crate) mount: Mount,
}

impl Roots {
    /// Opens each root separately: one that fails does not affect the others.
    pub(crate) fn open(configured: BTreeMap<RootKey, HostPath>, letter_case: Option<LetterCase>) -> Self {
        let open = |host| RootHandle::open(host, letter_case);
        let opened: BTreeMap<_, _> = configured.into_iter().map(|(key, host)| (key, open(host))).collect();
        let mut mounts = MountTable::default();
        for (key, opened) in &opened {
            if let Ok(opened) = opened {
                mounts.add(Owner::Root(*key), opened.canonical().clone());
            }
        }
        let with_mount =
            |opened: RootHandle| Root { mount: mounts.mount(opened.canonical()), opened: Arc::new(opened) };
        let opened = opened.into_iter().map(|(key, opened)| (key, opened.map(with_mount))).collect();
        Self { opened, mounts, letter_case }
    }

    pub(crate) fn get(&self, key: RootKey) -> Option<&Root> {
        self.opened.get(&key)?.as_ref().ok()
    }

    /// Every root that is open.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Root> {
        self.opened.values().flatten()
    }

    /// The current state of each root: a replaced directory is noticed here, and by every lookup within a second.
    pub(crate) fn report(&self) -> StartReport {
        let roots = RootKey::ALL.into_iter().map(|key| RootReport {
            key,
            state: match self.opened.get(&key) {
                None => RootState::NotConfigured,
                Some(Err(state)) => *state,
                Some(Ok(root)) => root.opened.state(),
            },
            inside: self.holder(key),
        });
        StartReport { roots: roots.collect() }
    }

    fn holder(&self, key: RootKey) -> Option<RootKey> {
        let canonical = self.get(key)?.opened.canonical();
        let holders = self.opened.iter().filter(|(other, _)| **other != key).filter_map(|(other, root)| {
            let rel_path = canonical.below(root.as_ref().ok()?.opened.canonical())?;
            Some((rel_path.len(), *other))
        });
        holders.min().map(|(_, holder)| holder)
    }
}
