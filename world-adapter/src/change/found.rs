//! What lies at an address now. Enforcement compares it with what a person was asked about, and with what a change left.

use std::sync::Arc;

use replies::En;
use reply_kit::Voice;

use crate::address::WorldAddress;
use crate::change::folder::FoundFolder;
use crate::change::new_mod::made_mod::CreatedMod;
use crate::change::prepared::CurrentFile;
use crate::change::write::refuses_new_content;
use crate::read::digest::Digest;
use crate::read::kind::Kind;
use crate::resolve::new_mod::place_of_mod;
use crate::resolve::reference_table::Target;
use crate::resolve::resolver::Existence;
use crate::roots::contained::{self, FileStat, LookupError, split};
use crate::session::mod_name::ModName;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// What lies at an address.
#[derive(Debug)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// A file.
    File(CurrentFile),
    /// A file that could not be replaced: it has no write bit, or the system refuses.
    Protected(CurrentFile),
    /// A folder.
    Folder(FoundFolder),
    /// What is neither, or cannot be read.
    Other,
}

impl Found {
    /// The digest of what it holds, if that could be read.
    pub fn digest(&self) -> Option<Digest> {
        match self {
            Self::File(file) | Self::Protected(file) => Some(file.digest()),
            Self::Folder(folder) => folder.digest,
            Self::Nothing | Self::Other => None,
        }
    }
}

impl WorldAdapter {
    /// Looks at an address without a reply, and changes nothing; `None` if it names nothing visible.
    ///
    /// If a location is given, the address must lead there: in another world it leads elsewhere.
    pub fn look(
        &self,
        _enforcement: &Voice<En>,
        session: SessionId,
        address: &str,
        location: Option<&str>,
    ) -> Option<Found> {
        let target = self.visible_target(session, address, Existence::Optional)?;
        if location.is_some_and(|location| location != target.location().to_string()) {
            return None;
        }
        match target.kind() {
            Ok(Kind::Directory) => Some(Found::Folder(FoundFolder::of(&target))),
            Ok(_) => Some(match CurrentFile::of(&target) {
                Ok(file) if refuses_new_content(&target, &file) => Found::Protected(file),
                Ok(file) => Found::File(file),
                Err(_) => Found::Other,
            }),
            Err(LookupError::Absent) => Some(Found::Nothing),
            Err(_) => None,
        }
    }

    /// The metadata of what lies at an address: a cheap way to notice that it has changed. `None` if nothing is seen there.
    pub fn stat(&self, _enforcement: &Voice<En>, session: SessionId, address: &str) -> Option<FileStat> {
        let target = self.visible_target(session, address, Existence::Required)?;
        let (_, stat) = contained::stat(&target.open_holder().ok()?, split(target.path()).1).ok()?;
        Some(stat)
    }

    fn visible_target(&self, session: SessionId, address: &str, existence: Existence<'_>) -> Option<Arc<Target>> {
        let session = self.sessions.current(session);
        let address = WorldAddress::parse(address, session.mods()).ok()?;
        Some(self.find(&session, session.mode()?, &address, existence).ok()?.target)
    }

    /// What lies there of a mod that a change created at this location, whether or not a session has it by now, by the digest of what
    /// creation left.
    pub fn look_at_made_mod(
        &self,
        _enforcement: &Voice<En>,
        session: SessionId,
        name: &ModName,
        (location, left): (&str, Option<Digest>),
    ) -> Option<CreatedMod> {
        let (_, found) = place_of_mod(&self.sessions.current(session), name)?;
        let is_there = location == found.target.location().to_string();
        if is_there { CreatedMod::of(&found.target, left).ok() } else { None }
    }
}
