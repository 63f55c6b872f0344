//! The structural domain of a target (L50): by its location, never by its name.

use replies::En;
use reply_kit::Layer;
use reply_kit::{ReplyData, Text};

use crate::address::RootKey;
use crate::resolve::identity::{Identity, below};
use crate::session::current::Session;
use crate::session::mods::Mod;

/// What kind of place a target lies in. A classification, not a judgement: only enforcement can read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ReplyData)]
pub enum Domain {
    /// `ck3raven_data/wip`.
    Wip,
    /// Under the local mods folder.
    LocalMod,
    /// The game.
    Vanilla,
    /// The workshop.
    Workshop,
    /// The launcher's database.
    LauncherRegistry,
    /// Anything else.
    Other,
}

/// A layer that may read domains: enforcement, and no other.
#[diagnostic::on_unimplemented(
    message = "layer `{Self}` may not read domains: whether something is permitted is enforcement's to say (L46, L50)",
    label = "not enforcement's voice",
    note = "hand the resolved target to enforcement, and pass its terminal reply on with `?`"
)]
pub trait ReadsDomains: Layer {}

impl ReadsDomains for En {}

impl Domain {
    pub(crate) fn of(identity: &Identity, session: &Session) -> Self {
        match identity.root() {
            Some(RootKey::Game) => Self::Vanilla,
            Some(RootKey::Steam) => Self::Workshop,
            Some(RootKey::Ck3ravenData) if below(identity.path(), "wip").is_some() => Self::Wip,
            Some(RootKey::UserDocs) if is_launcher_database(identity.path()) => Self::LauncherRegistry,
            Some(RootKey::UserDocs) | None if is_local(identity, session) => Self::LocalMod,
            _ => Self::Other,
        }
    }
}

impl Session {
    /// Where a mod lies, for display only and never for comparison (L50): `local_mod`, `workshop` …; `None` if it does not
    /// exist.
    pub fn ui_hint_domain(&self, found: &Mod) -> Option<Text> {
        let mount = found.mount()?;
        Some(Domain::of(&mount.identity(""), self).word().as_str().into())
    }
}

/// Strictly beneath the local mods folder, or in a mod that the folder links to.
fn is_local(identity: &Identity, session: &Session) -> bool {
    let local = session.local_folder().map(|local| &local.identity);
    if local.is_some_and(|local| identity.lies_within(local) && identity != local) {
        return true;
    }
    let mut linked = session.mods().iter().filter(|found| found.is_named_locally).filter_map(Mod::mount);
    linked.any(|mount| identity.lies_within(&mount.identity("")))
}

/// `launcher-v2.sqlite`, that of the beta, and the files that `SQLite` keeps beside them.
fn is_launcher_database(path: &str) -> bool {
    path.to_ascii_lowercase()
        .strip_prefix("launcher-v2")
        .is_some_and(|rest| rest.contains(".sqlite") && !rest.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::is_launcher_database;

    #[test]
    fn l50_the_launchers_database_is_known_in_any_letter_case() {
        for path in [
            "launcher-v2.sqlite",
            "Launcher-V2.SQLite",
            "LAUNCHER-V2.SQLITE",
            "launcher-v2_openbeta.sqlite",
            "launcher-v2.sqlite-wal",
            "Launcher-v2.Sqlite-Shm",
        ] {
            assert!(is_launcher_database(path), "{path}");
        }
        for path in
            ["launcher-v2", "launcher-v2.txt", "launcher-v2/x.sqlite", "mod/launcher-v2.sqlite", "launcher.sqlite"]
        {
            assert!(!is_launcher_database(path), "{path}");
        }
    }
}
