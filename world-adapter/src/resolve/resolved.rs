//! A resolved target: what `resolve` proves, and what the next step takes by value (L53, L61).

use std::sync::Arc;

use reply_kit::ReplyData;
use reply_kit::{Text, Voice};

use crate::address::{AddressKey, RootKey, WorldAddress};
use crate::resolve::domain::{Domain, ReadsDomains};
use crate::resolve::identity::Identity;
use crate::resolve::location::LocationDigest;
use crate::resolve::reference::VisibilityRef;
use crate::resolve::reference_table::Target;
use crate::session::current::Session;

/// A target that an address names. It cannot be copied: authorising a change consumes it.
pub struct Resolved {
    pub(crate) address: WorldAddress,
    /// The address without links, where it differs.
    pub(crate) real: Option<reply_kit::Address>,
    pub(crate) reference: VisibilityRef,
    pub(crate) target: Arc<Target>,
    pub(crate) identity: Identity,
    pub(crate) domain: Domain,
    /// The session in which it was resolved, as it was then.
    pub(crate) session: Arc<Session>,
    /// For a mod: the root it lies under.
    pub(crate) mod_lies_under: Option<RootKey>,
    /// How much of the relative path leads to the mod that contains it, if it was addressed by a root.
    pub(crate) mod_path: usize,
}

/// The reply data of a resolved address (L48).
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ResolvedData {
    /// The canonical address.
    pub(crate) resolved: reply_kit::Address,
    /// The root; for a mod the root it lies under, or null.
    pub(crate) root_key: Option<RootKey>,
    /// The first name of the relative path, or null.
    pub(crate) subdirectory: Option<Text>,
    /// The path below the root or mod.
    pub(crate) relative_path: Text,
    /// The mod, for a mod's address.
    pub(crate) mod_name: Option<Text>,
}

impl Resolved {
    /// The parsed address.
    pub fn address(&self) -> &WorldAddress {
        &self.address
    }

    /// The address of the file itself, links followed. Changes use it in questions, in the journal and in replies, so that the
    /// name is that of the file that is changed.
    pub fn named(&self) -> reply_kit::Address {
        self.real.clone().unwrap_or_else(|| self.address.as_address().clone())
    }

    /// Its address below the configured root that owns it, if one does: it leads there whatever mods a session has.
    pub fn root_address(&self) -> Option<reply_kit::Address> {
        let key = self.identity.root()?;
        match self.identity.path() {
            "" => format!("root:{key}").parse().ok(),
            path => format!("root:{key}/{path}").parse().ok(),
        }
    }

    /// Its path as the game counts it: below the game's folder, below its mod, or below `wip`, where mods are drafted.
    pub(crate) fn script_path(&self) -> &str {
        let path = self.address.relative_path();
        match self.address.key() {
            AddressKey::Root(RootKey::Ck3ravenData) => path.strip_prefix("wip/").unwrap_or(path),
            AddressKey::Root(_) => path.get(self.mod_path..).unwrap_or_default().trim_start_matches('/'),
            AddressKey::Mod(_) => path,
        }
    }

    /// Its location on this machine, as a digest.
    pub fn location(&self) -> LocationDigest {
        self.target.location()
    }

    /// The reference through which it is listed and read.
    pub fn reference(&self) -> &VisibilityRef {
        &self.reference
    }

    /// Which file it is, whatever address named it (L54).
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Its reply data.
    pub fn data(&self) -> ResolvedData {
        let (root_key, mod_name) = match self.address.key() {
            AddressKey::Root(key) => (Some(key), None),
            AddressKey::Mod(name) => (self.mod_lies_under, Some(Text::echo(name))),
        };
        ResolvedData {
            resolved: self.address.as_address().clone(),
            root_key,
            subdirectory: self.address.segments().next().map(Text::echo),
            relative_path: Text::echo(self.address.relative_path()),
            mod_name,
        }
    }

    /// The structural domain (L50). Reading it takes enforcement's voice, so nothing else can decide by it.
    pub fn domain<L: ReadsDomains>(&self, _enforcement: &Voice<L>) -> Domain {
        self.domain
    }

    /// The root that owns the target, if it lies under one; only enforcement may ask, as with the domain.
    pub fn owner<L: ReadsDomains>(&self, _enforcement: &Voice<L>) -> Option<RootKey> {
        self.identity.root()
    }
}

short_debug!(Resolved, it => "Resolved({})", it.address);
