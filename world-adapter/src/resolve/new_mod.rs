//! The location of a mod that is to be created: it has a name, but no address yet, because no session has it (L32, L104).

use std::sync::Arc;

use replies::{Ct, En};
use reply_kit::{ReplyBuilder, Step, Voice};

use crate::address::WorldAddress;
use crate::codes::ResolveCodes;
use crate::resolve::domain::Domain;
use crate::resolve::identify::IdentifyError;
use crate::resolve::identity::Identity;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::resolve::resolver::{Existence, FoundTarget};
use crate::session::current::{LocalFolder, Session};
use crate::session::mod_name::ModName;
use crate::session::mods::Mod;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

impl WorldAdapter {
    /// Where a mod of this name is created: in the local mods folder, in a folder whose name follows from the mod's name.
    ///
    /// The target's address is the one that the mod will have. Where a mod of the session has it, that mod is the target, and is
    /// judged as for any other change of it: that the name is taken is said after the verdict (L61).
    pub fn resolve_new_mod<'c, T: ResolveCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        name: &ModName,
    ) -> Step<'c, T, Resolved> {
        let current = self.sessions.current(session);
        let opened = current.mods().find(name.as_str()).and_then(Mod::opened);
        if opened.is_some_and(|opened| opened.is_current()) {
            return self.resolve(rb, session, &format!("mod:{name}"), Existence::Optional);
        }
        self.resolve_place(rb, session, name)
    }

    /// The location of a mod that creation made, whether or not a session has it by now: for enforcement's undo.
    pub fn resolve_made_mod<'c, T: ResolveCodes>(
        &self,
        _enforcement: &Voice<En>,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        name: &ModName,
    ) -> Step<'c, T, Resolved> {
        self.resolve_place(rb, session, name)
    }

    fn resolve_place<'c, T: ResolveCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        name: &ModName,
    ) -> Step<'c, T, Resolved> {
        let (rb, (session, _)) = self.in_mode(rb, session)?;
        let place = place_of_mod(&session, name);
        let (rb, (address, found)) = rb.require_some(place, |rb| self.not_found(rb, &format!("mod:{name}")))?;
        let (rb, reference) = self.mint(rb, &found.target)?;
        Ok((rb, found.into_resolved(address, reference, session)))
    }

    /// The identity that a mod of this name will have, for a contract that covers its creation.
    pub fn identify_new_mod(
        &self,
        _contracts: &Voice<Ct>,
        session: SessionId,
        input: &str,
    ) -> Result<(WorldAddress, Identity), IdentifyError> {
        let session = self.sessions.current(session);
        let name = input.strip_prefix("mod:").and_then(ModName::new);
        let (Some(name), Some(address), Some(local), Some(_)) =
            (name, WorldAddress::of_new_mod(input), session.local_folder(), session.mode())
        else {
            return Err(IdentifyError::NotVisible);
        };
        Ok((address, local.mount.identity(&name.folder())))
    }
}

/// The folder that a mod of this name gets, if the session sees one for local mods.
pub(crate) fn place_of_mod(session: &Session, name: &ModName) -> Option<(WorldAddress, FoundTarget)> {
    let address = WorldAddress::of_new_mod(&format!("mod:{name}"))?;
    let LocalFolder { opened, mount, .. } = session.local_folder().filter(|local| local.opened.is_current())?;
    let folder = name.folder();
    let identity = mount.identity(&folder);
    let domain = Domain::of(&identity, session);
    let named = Arc::new(address.as_address().clone());
    let target = Arc::new(Target::new(Arc::clone(opened), named, "", Some(folder.into())));
    let found = FoundTarget { target, real_address: None, identity, domain, mod_lies_under: mount.root(), mod_path: 0 };
    Some((address, found))
}
