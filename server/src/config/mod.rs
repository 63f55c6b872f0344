//! `ck3raven.toml`: what an operator configures, and how it is read.

mod decode;
mod host;
mod problems;
mod sections;
#[cfg(test)]
mod tests;
mod values;

use std::path::{Path, PathBuf};
use std::time::Duration;

use reply_mcp::Limits;
use world_adapter::{Mode, RootKey};

pub(crate) use decode::decode;
pub(crate) use host::parse_host;
pub(crate) use problems::ConfigError;

/// What an operator configures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The mode a session starts in; none until an agent chooses one.
    pub(crate) mode: Option<Mode>,
    /// The modes an agent may choose: those that `modes` lists, or else `mode` alone, or else all.
    pub(crate) modes: Vec<Mode>,
    /// Whether the tools that change things are offered at all.
    pub(crate) read_only: bool,
    pub(crate) approvals: Approvals,
    /// Whether a program without a terminal may approve.
    pub(crate) approve_without_terminal: bool,
    /// The root a session starts at.
    pub(crate) home: Option<RootKey>,
    pub(crate) roots: Vec<(RootKey, PathBuf)>,
    pub(crate) mods: Vec<ModEntry>,
    pub(crate) local_mods_folder: Option<PathBuf>,
    /// A playset file, or the launcher's: its database, `dlc_load.json`, or the folder of both.
    pub(crate) playset: Option<PathBuf>,
    /// The playsets that an agent may select.
    pub(crate) playsets: OfferedPlaysets,
    pub(crate) limits: Limits,
    /// The host names by which clients reach the server over HTTP.
    pub(crate) hosts: Vec<String>,
    /// The deep validator.
    pub(crate) tiger: Option<Tiger>,
}

/// The deep validator: ck3-tiger, a program of its own that the operator has installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiger {
    pub(crate) path: PathBuf,
    /// How long a run may take; never longer than a call.
    pub(crate) timeout: Duration,
    pub(crate) memory_megabytes: usize,
}

/// Where a person gives approvals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Approvals {
    /// In the client where it can ask, else at the terminal.
    #[default]
    Client,
    /// At the terminal only: for a client that answers instead of its person.
    Terminal,
}

/// The playsets that an agent may select for its session (L104).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum OfferedPlaysets {
    /// The one that sessions start with, and no other.
    #[default]
    Default,
    /// Every one that the launcher has.
    All,
    /// These.
    Listed(Vec<PlaysetEntry>),
}

/// A playset that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlaysetEntry {
    /// The launcher's of that name.
    Name(String),
    /// A playset file.
    File(PathBuf),
}

impl OfferedPlaysets {
    /// The playset files among them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let entries = if let Self::Listed(entries) = self { entries.as_slice() } else { &[] };
        entries.iter().filter_map(|entry| match entry {
            PlaysetEntry::File(file) => Some(file.as_path()),
            PlaysetEntry::Name(_) => None,
        })
    }

    /// Whether any of them is the launcher's.
    pub(crate) fn names_launcher(&self) -> bool {
        match self {
            Self::Default => false,
            Self::All => true,
            Self::Listed(entries) => entries.iter().any(|entry| matches!(entry, PlaysetEntry::Name(_))),
        }
    }
}

/// A mod of the load order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModEntry {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

impl Settings {
    /// Adopts mods and playsets, which may change while the server runs; returns whether anything else differs.
    pub(crate) fn take_playsets_of(&mut self, read: &Self) -> bool {
        self.mods.clone_from(&read.mods);
        self.playset.clone_from(&read.playset);
        self.playsets.clone_from(&read.playsets);
        self != read
    }
}
