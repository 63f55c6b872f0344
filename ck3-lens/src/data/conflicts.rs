//! `conflicts`, `vanished`, `what_if`: what several sources have.

use reply_kit::{Address, ReplyData, Text};

use super::{CandidateData, CertaintyWord, ScanCounts, ScriptKey};

/// A key that several sources define.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ConflictData {
    /// The key.
    pub key: ScriptKey,
    /// What it is.
    pub kind: Text,
    /// The folder that the key is unique in.
    pub database: Text,
    /// The language of a text, the type of an asset.
    pub group: Option<ScriptKey>,
    /// The file in force.
    pub in_force: Option<Address>,
    /// With `what_if`: the file in force then.
    pub then: Option<Address>,
    /// The rule that decided.
    pub rule: Text,
    /// How certain that is.
    pub certainty: CertaintyWord,
    /// Definitions in load order.
    pub candidates: Vec<CandidateData>,
    /// How many there are.
    pub candidates_total: usize,
}

/// A path that several sources have.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FileConflict {
    /// The file that the game reads.
    pub in_force: Option<Address>,
    /// Those that it does not.
    pub others: Vec<Address>,
}

/// Keys and files that several sources have.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ConflictsData {
    /// Keys, by database.
    pub objects: Vec<ConflictData>,
    /// How many there are.
    pub objects_total: usize,
    /// Files of the same path; only in the first part of an answer.
    pub files: Vec<FileConflict>,
    /// How many there are.
    pub files_total: usize,
    /// Mods that load before one that they depend on; only in the first part of an answer. The game reorders nothing (R16).
    pub misordered: Vec<Misordered>,
    /// How many there are.
    pub misordered_total: usize,
    /// Whether keys were left out.
    pub truncated: bool,
    /// Where to continue.
    pub after: Option<Text>,
    /// What was looked at.
    pub looked_at: ScanCounts,
}

/// A mod that loads before one that its descriptor names in `dependencies`.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct Misordered {
    /// The mod.
    pub source: Address,
    /// The mod that it depends on.
    pub depends_on: Address,
}
