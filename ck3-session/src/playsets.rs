//! The operator's playsets, as the tool sees them.

use std::fmt;

use reply_kit::{ReplyData, Text};
use world_adapter::{SessionId, WorldAdapter};

/// The most playsets that one answer names.
pub const MAX_LISTED_PLAYSETS: usize = 50;

/// The operator's playsets, as they are on disk now (L52, L104).
pub trait Playsets: fmt::Debug + Send + Sync {
    /// Updates the sessions of a world from disk. Called before every call, so it is cheap if nothing changed. It cannot fail:
    /// if something cannot be read, the previous state stays in force.
    fn refresh(&self, world: &WorldAdapter);

    /// The playsets that an agent may select.
    fn offered(&self) -> Vec<PlaysetData>;

    /// Selects one for this session only; false if it is not offered.
    fn select(&self, world: &WorldAdapter, session: SessionId, name: &str) -> bool;

    /// The current problems with the playsets, without host paths.
    fn notes(&self) -> Vec<Text>;
}

/// A playset that an agent may select.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct PlaysetData {
    /// The name to select it by.
    pub name: Text,
    /// How many mods it has.
    pub mods: usize,
    /// Whether it is the one that sessions start with.
    pub is_default: bool,
}
