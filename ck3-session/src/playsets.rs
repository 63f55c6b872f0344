//! The playsets that the operator offers, as the tool sees them.

use std::fmt;

use reply_kit::{ReplyData, Text};
use world_adapter::{SessionId, WorldAdapter};

/// The most playsets that one answer names.
pub const MAX_LISTED_PLAYSETS: usize = 50;

/// The playsets that the operator made available, as they are on disk at this moment (L52, L104).
pub trait Playsets: fmt::Debug + Send + Sync {
    /// Brings the sessions of a world up to date with what is on disk. Called before every call, so it is cheap where nothing
    /// changed; it cannot fail: what cannot be read leaves what was read before in force.
    fn refresh(&self, world: &WorldAdapter);

    /// The playsets that an agent may select.
    fn offered(&self) -> Vec<OfferedPlayset>;

    /// Selects one for a session and for no other; false if it is not offered.
    fn select(&self, world: &WorldAdapter, session: SessionId, name: &str) -> bool;

    /// What is wrong with the playsets at this moment, without a path of the host.
    fn notes(&self) -> Vec<Text>;
}

/// A playset that an agent may select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedPlayset {
    /// The name to select it by.
    pub name: String,
    /// How many mods it has.
    pub mods: usize,
    /// Whether it is the one that a session starts with.
    pub is_default: bool,
}

/// A playset, as an agent is told of it.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct PlaysetData {
    /// The name to select it by.
    pub name: Text,
    /// How many mods it has.
    pub mods: usize,
    /// Whether it is the one that sessions start with.
    pub is_default: bool,
}

impl From<&OfferedPlayset> for PlaysetData {
    fn from(offered: &OfferedPlayset) -> Self {
        Self { name: Text::echo(&offered.name), mods: offered.mods, is_default: offered.is_default }
    }
}
