//! The identity of a target that a contract names (L54, L67).

use replies::Ct;
use reply_kit::Voice;

use crate::address::{ParseWorldAddressError, WorldAddress};
use crate::resolve::identity::Identity;
use crate::resolve::resolver::Existence;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// Why a target has no identity to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdentifyError {
    /// The input is not an address.
    Refused(ParseWorldAddressError),
    /// Nothing visible has this address, or the session has no mode yet.
    NotVisible,
}

impl WorldAdapter {
    /// Which file an address names, for comparing targets with it later. No reference is minted, so nothing can be read or
    /// changed through the answer; it takes CT's voice, because only contracts compare.
    pub fn identify(
        &self,
        _contracts: &Voice<Ct>,
        session: SessionId,
        input: &str,
    ) -> Result<(WorldAddress, Identity), IdentifyError> {
        let session = self.sessions.current(session);
        let mode = session.mode().ok_or(IdentifyError::NotVisible)?;
        let address = WorldAddress::parse(input, session.mods()).map_err(IdentifyError::Refused)?;
        match self.find(&session, mode, &address, Existence::Optional) {
            Ok(found) => Ok((address, found.identity)),
            Err(_) => Err(IdentifyError::NotVisible),
        }
    }
}
