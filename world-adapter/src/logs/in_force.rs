//! Which file of a path the game uses: that of the last source that has one.

use std::collections::HashMap;
use std::sync::Arc;

use reply_kit::Address;

use crate::address::{RootKey, WorldAddress};
use crate::read::kind::Kind;
use crate::resolve::identity::Identity;
use crate::resolve::resolver::Existence;
use crate::roots::contained;
use crate::roots::root_handle::RootHandle;
use crate::session::current::Session;
use crate::session::mode::Mode;
use crate::world::WorldAdapter;

/// The most different paths that are looked up in one call; a message names none that is long.
const MAX_PATHS: usize = 50_000;

/// Finds files by their path below the game's or a mod's folder.
pub(crate) struct FilesInForce<'w> {
    world: &'w WorldAdapter,
    session: &'w Session,
    mode: Mode,
    known: HashMap<Box<str>, Option<Arc<FileInForce>>>,
}

/// A file that is in force.
pub(crate) struct FileInForce {
    pub(crate) address: Address,
    pub(crate) identity: Identity,
}

impl<'w> FilesInForce<'w> {
    pub(crate) fn new(world: &'w WorldAdapter, session: &'w Session, mode: Mode) -> Self {
        Self { world, session, mode, known: HashMap::new() }
    }

    /// The file in force, if any source has it and the session sees it.
    pub(crate) fn find(&mut self, path: &str) -> Option<Arc<FileInForce>> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        if self.known.len() >= MAX_PATHS {
            return None;
        }
        let placed = self.find_file(path).map(Arc::new);
        self.known.insert(path.into(), placed.clone());
        placed
    }

    fn find_file(&self, path: &str) -> Option<FileInForce> {
        // Only a path of canonical names is ever looked up on disk.
        let game = WorldAddress::parse(&format!("root:{}/{path}", RootKey::Game), self.session.mods()).ok()?;
        let path = game.relative_path();
        let mods: Vec<_> = self.session.mods().iter().collect();
        let holder = mods.into_iter().rev().find(|found| found.opened().is_some_and(|opened| has(opened, path)));
        let address = match holder {
            Some(holder) => WorldAddress::parse(&format!("mod:{}/{path}", holder.key()), self.session.mods()).ok()?,
            None => game,
        };
        let found = self.world.find(self.session, self.mode, &address, Existence::Required).ok()?;
        let is_file = found.target.kind().is_ok_and(|kind| kind == Kind::File);
        is_file.then(|| FileInForce { address: address.as_address().clone(), identity: found.identity.clone() })
    }
}

fn has(opened: &RootHandle, path: &str) -> bool {
    opened.dir().is_ok_and(|dir| contained::kind(&dir, path).is_ok_and(|kind| matches!(kind, Kind::File | Kind::Link)))
}
