//! `patch`: where a new definition must lie.

use reply_kit::{Address, ReplyData, Text, Verbatim};

use super::{CertaintyWord, RuleData, ScanCounts, ScriptKey};

/// Where a new definition must lie.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct PatchData {
    /// What it is.
    pub kind: Text,
    /// The folder that the key is unique in.
    pub database: Text,
    /// Where to write it, if it can win.
    pub target: Option<Address>,
    /// Whether a definition there would be in force.
    pub wins: bool,
    /// How certain that is.
    pub certainty: CertaintyWord,
    /// Why it is not certain.
    pub doubts: Vec<Text>,
    /// The rule.
    pub rule: RuleData,
    /// What the definition must also say, or why no place would do.
    pub advice: Option<Text>,
    /// The file of the definition to start from.
    pub from: Option<Address>,
    /// The definition to start from.
    pub start_from: Option<Verbatim>,
}

/// Where a new definition of a key must lie.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct PatchesData {
    /// The key.
    pub key: ScriptKey,
    /// One for each database, kind and language that has the key.
    pub patches: Vec<PatchData>,
    /// How many there are.
    pub total: usize,
    /// What was looked at.
    pub looked_at: ScanCounts,
}
