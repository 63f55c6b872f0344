//! `object`, `loc`, `define`: the definitions of a key.

use reply_kit::{Address, ReplyData, Text, Verbatim};

use super::{CandidateData, CertaintyWord, RuleData, ScanCounts, ScriptKey};

/// A key of one database, and which definition of it counts.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ObjectData {
    /// The key.
    pub key: ScriptKey,
    /// What it is.
    pub kind: Text,
    /// The folder that the key is unique in.
    pub database: Text,
    /// The language of a text, the type of an asset.
    pub group: Option<ScriptKey>,
    /// The file of the definition that counts; null where several do, or nobody knows.
    pub in_force: Option<Address>,
    /// Its line.
    pub line: Option<u32>,
    /// How certain that is.
    pub certainty: CertaintyWord,
    /// Why it is not certain, or what it takes for granted.
    pub doubts: Vec<Text>,
    /// The rule that decided.
    pub rule: RuleData,
    /// What else to know of this folder.
    pub remark: Option<Text>,
    /// Definitions in load order.
    pub candidates: Vec<CandidateData>,
    /// How many there are.
    pub candidates_total: usize,
    /// The definition in force.
    pub body: Option<Verbatim>,
    /// Whether it is longer than that.
    pub body_cut: bool,
    /// With compare: the game's definition.
    pub game_body: Option<Verbatim>,
    /// With compare: what differs from the game's.
    pub diff: Vec<DiffPart>,
}

/// Lines that only one of two definitions has.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct DiffPart {
    /// Which has them.
    pub change: DiffChange,
    /// The first line, in the file that has them.
    pub line: usize,
    /// The lines.
    pub text: Verbatim,
}

/// Which of two definitions has lines that the other has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum DiffChange {
    /// The one in force.
    Added,
    /// The game's.
    Removed,
}

/// The objects of a key.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ObjectsData {
    /// One for each database, kind and language that has the key.
    pub objects: Vec<ObjectData>,
    /// How many there are.
    pub total: usize,
    /// With `loc`: languages of the playset in which the key has no text.
    pub missing_languages: Vec<Text>,
    /// What was looked at.
    pub looked_at: ScanCounts,
}
