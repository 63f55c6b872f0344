//! The sources of a session: the game, then its mods in load order, each with one reference (L94).

use std::sync::Arc;

use cap_std::fs::Dir;
use reply_kit::{Address, ReplyBuilder, Step};

use crate::address::{AddressKey, RootKey, WorldAddress, name};
use crate::codes::ResolveCodes;
use crate::read::bulk::bytes::{ReadSourceError, SourceBytes, read_into};
use crate::read::bulk::game_version::InstalledVersion;
use crate::read::bulk::walk::{FileVisitor, WalkOptions, WalkReport, WalkStart, walk};
use crate::resolve::identity::below;
use crate::resolve::location::LocationDigest;
use crate::resolve::reference::VisibilityRef;
use crate::resolve::reference_table::Target;
use crate::resolve::resolver::Existence;
use crate::roots::contained::{self, LookupError};
use crate::roots::open_roots::RootState;
use crate::roots::spelling;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// The game or a mod, resolved once for any number of files. Clones share its one token.
///
/// It shows what the session saw when it was created. It holds no host path, and needs neither the call nor the builder any
/// more.
#[derive(Clone)]
pub struct WorldSource {
    address: WorldAddress,
    /// What keeps its token.
    _reference: VisibilityRef,
    pub(super) target: Arc<Target>,
    position: usize,
}

/// The sources of a session.
#[derive(Clone, Debug)]
pub struct WorldSources {
    /// The open sources: the game first, then the mods in load order.
    pub opened: Vec<WorldSource>,
    /// The sources that cannot be opened, in the same order.
    pub unopened: Vec<UnopenedSource>,
    /// The version of the game, if it is known.
    pub game_version: Option<InstalledVersion>,
}

/// A source that cannot be opened: no answer includes its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnopenedSource {
    /// Its address.
    pub address: Address,
    /// Its position in the load order, counting all sources.
    pub position: usize,
    /// The state of its directory.
    pub state: RootState,
}

impl WorldAdapter {
    /// Resolves the game and the session's mods, in load order. Those that cannot be opened are listed, and do not end the
    /// call.
    pub fn sources<'c, T: ResolveCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
    ) -> Step<'c, T, WorldSources> {
        let (mut rb, (session, mode)) = self.in_mode(rb, session)?;
        let game_version = self.game_version();
        let mut sources = WorldSources { opened: Vec::new(), unopened: Vec::new(), game_version };
        let game = (format!("root:{}", RootKey::Game), None);
        let others = session.mods().iter().map(|found| (format!("mod:{}", found.key()), Some(found)));
        for (position, (text, found_mod)) in std::iter::once(game).chain(others).enumerate() {
            // The key of a root or a mod is an address by itself.
            let Ok(address) = WorldAddress::parse(&text, session.mods()) else { continue };
            let place = match self.find(&session, mode, &address, Existence::Required) {
                Ok(place) => place,
                Err(miss) => {
                    if let LookupError::Failed(error) = &miss {
                        self.report_failure(rb.trace_id(), error);
                    }
                    let state = match found_mod {
                        Some(found) => found.state(),
                        None => self.roots.report().state(RootKey::Game),
                    };
                    sources.unopened.push(UnopenedSource { address: address.as_address().clone(), position, state });
                    continue;
                }
            };
            let (next, reference) = self.mint(rb, &place.target)?;
            rb = next;
            sources.opened.push(WorldSource { address, _reference: reference, target: place.target, position });
        }
        Ok((rb, sources))
    }
}

impl WorldSource {
    /// Its canonical address, `root:game` or `mod:Name`.
    pub fn address(&self) -> &Address {
        self.address.as_address()
    }

    /// The mod's name; `None` for the game.
    pub fn mod_name(&self) -> Option<&str> {
        match self.address.key() {
            AddressKey::Mod(key) => Some(key),
            AddressKey::Root(_) => None,
        }
    }

    /// Its position in load order: 0 is the game. Sources that cannot be opened count.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The location of its directory, as a digest: it identifies the source, whatever its name is.
    pub fn location(&self) -> LocationDigest {
        LocationDigest::new(self.target.opened.canonical(), self.target.path())
    }

    /// The address of a file or folder in it, by its path as a walk reports it; `None` for a path that is not visible or has no
    /// canonical spelling. It does not access the disk.
    pub fn address_of(&self, path: &str) -> Option<Address> {
        if path.is_empty() {
            return Some(self.address().clone());
        }
        self.sees(path).then(|| [self.address().as_str(), "/", path].concat().parse().ok()).flatten()
    }

    /// Visits the files below a folder of it, or all files for an empty path: see [`FileVisitor`].
    ///
    /// Links are never followed, and hidden entries are left out at every level (L51). A folder that does not exist has no
    /// files. Entries that cannot be read are counted.
    pub fn walk(&self, folder: &str, options: &WalkOptions<'_>, visitor: &mut impl FileVisitor) -> WalkReport {
        let Some(address) = self.address_of(folder) else { return WalkReport::default() };
        match self.open(folder, contained::open_dir) {
            Ok(dir) => walk(WalkStart { dir, address, path: folder, target: &self.target }, options, visitor),
            Err(ReadSourceError::Unreadable) => WalkReport { unreadable: 1, ..WalkReport::default() },
            Err(_) => WalkReport::default(),
        }
    }

    /// Reads a regular file of at most [`MAX_FILE`](crate::MAX_FILE) bytes, by its path as a walk reports it.
    pub fn read(&self, path: &str) -> Result<SourceBytes, ReadSourceError> {
        let mut bytes = SourceBytes::new();
        self.read_into(path, &mut bytes)?;
        Ok(bytes)
    }

    /// Like [`WorldSource::read`], but reuses the buffer of `bytes`, for a caller that reads many files.
    pub fn read_into(&self, path: &str, bytes: &mut SourceBytes) -> Result<(), ReadSourceError> {
        bytes.clear();
        read_into(&self.open(path, contained::open_file)?, bytes)
    }

    /// Opens a file or folder by its path, if the session sees it.
    fn open<F>(
        &self,
        path: &str,
        open: impl FnOnce(&Dir, &str) -> Result<F, LookupError>,
    ) -> Result<F, ReadSourceError> {
        if !self.sees(path) {
            return Err(ReadSourceError::Absent);
        }
        let dir = self.target.opened.dir()?;
        // Another spelling of a hidden path is hidden too.
        if self.target.hides_any() && self.target.opened.ignores_case() && spelling::correct(&dir, path)?.is_some() {
            return Err(ReadSourceError::Absent);
        }
        Ok(open(&dir, path)?)
    }

    /// Whether a walk would report a path that is spelled so.
    pub(super) fn sees(&self, path: &str) -> bool {
        path.is_empty() || (path.split('/').all(name::is_canonical) && !self.hides(path))
    }

    /// Whether a path is hidden, or lies in something hidden.
    pub(super) fn hides(&self, path: &str) -> bool {
        self.target.hidden().any(|hidden| below(path, hidden).is_some())
    }
}

short_debug!(WorldSource, it => "WorldSource({})", it.address);
