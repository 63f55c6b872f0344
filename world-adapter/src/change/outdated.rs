//! Whether a target still holds what a person was asked about.

use replies::En;
use reply_kit::{Address, Voice};

use crate::address::WorldAddress;
use crate::change::folder::walk::{NullSink, Writers, walk};
use crate::read::digest::Digest;
use crate::read::file;
use crate::read::kind::Kind;
use crate::resolve::resolver::Existence;
use crate::roots::contained::LookupError;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Whether what an address names differs from what it held, by its digest: for enforcement, which withdraws requests that no
    /// change can match any more. What cannot be read is not known to differ.
    pub fn has_changed(
        &self,
        _enforcement: &Voice<En>,
        session: SessionId,
        address: &Address,
        held: Option<Digest>,
    ) -> bool {
        let session = self.sessions.current(session);
        let address = WorldAddress::parse(address.as_str(), session.mods()).ok();
        let (Some(mode), Some(address)) = (session.mode(), address) else { return false };
        let Ok(found) = self.find(&session, mode, &address, Existence::Optional) else { return false };
        let now = match found.target.kind() {
            Ok(Kind::Directory) => {
                let folder = found.target.open_dir().ok();
                folder.and_then(|folder| walk(&folder, &mut NullSink, Writers::Absent).ok()).map(|folder| folder.digest)
            }
            Ok(_) => file::load(&found.target).ok().map(|content| Digest::of(&content)),
            Err(LookupError::Absent) => return held.is_some(),
            Err(_) => None,
        };
        now.is_some_and(|now| held != Some(now))
    }
}
