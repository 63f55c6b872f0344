//! What a mode sees (L51). Visibility is about what exists for an agent, never about what it may do.

use crate::address::{AddressKey, RootKey};
use crate::resolve::identity::Identity;
use crate::roots::mounts::Mount;
use crate::session::current::Session;
use crate::session::mode::Mode;

/// Whether the agent sees a target by this spelling.
///
/// It is checked twice: for the path as it was written, before the disk is read, and for its real path. Otherwise a link in a
/// hidden folder that leads to a visible file would reveal the link.
pub(crate) fn sees(
    mode: Mode,
    session: &Session,
    (place, mount): (AddressKey<'_>, &Mount),
    identity: &Identity,
) -> bool {
    match (mode, place) {
        (Mode::Ck3ravenDev, _) => true,
        // A mod is visible; a root or another mod that lies inside it is judged separately.
        (Mode::Ck3lens, AddressKey::Mod(_)) => {
            identity.lies_within(&mount.identity(""))
                || lies_in_a_mod(session, identity)
                || lens_sees(session, identity)
        }
        (Mode::Ck3lens, AddressKey::Root(_)) => lens_sees(session, identity),
    }
}

fn lens_sees(session: &Session, identity: &Identity) -> bool {
    match identity.root() {
        Some(RootKey::Game | RootKey::Ck3ravenData | RootKey::Vscode) => true,
        Some(RootKey::Steam | RootKey::UserDocs) => lies_in_a_mod(session, identity),
        Some(RootKey::Repo) | None => false,
    }
}

/// How many bytes of a path below its root lead to the mod that contains it; all of them if there is none.
pub(crate) fn mod_path(session: &Session, identity: &Identity) -> usize {
    let holding = session.mods().identities().filter(|holder| identity.lies_within(holder));
    let holding = holding.map(|holder| holder.path().len());
    holding.max().unwrap_or(identity.path().len())
}

fn lies_in_a_mod(session: &Session, identity: &Identity) -> bool {
    session.mods().identities().any(|holder| identity.lies_within(&holder))
}

/// The roots that a mode sees as a whole. Only their keys are suggested to an agent (L38).
pub(crate) fn whole_roots(mode: Mode) -> impl Iterator<Item = RootKey> {
    RootKey::ALL.into_iter().filter(move |key| match mode {
        Mode::Ck3ravenDev => true,
        Mode::Ck3lens => matches!(key, RootKey::Game | RootKey::Ck3ravenData | RootKey::Vscode),
    })
}
