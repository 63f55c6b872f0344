//! `on_action`: its parts after all files.

use reply_kit::{Address, ReplyData, Text, Verbatim};

use super::{CandidateData, CertaintyWord, RuleData, ScanCounts, ScriptKey};

/// A part of an `on_action`.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct OnActionPart {
    /// The list or slot.
    pub field: ScriptKey,
    /// The file that it is from.
    pub from: Address,
    /// What it says.
    pub text: Verbatim,
}

/// An `on_action` after all files.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct OnActionData {
    /// Its name.
    pub key: ScriptKey,
    /// Entries of lists, in load order.
    pub lists: Vec<OnActionPart>,
    /// What fills each slot.
    pub slots: Vec<OnActionPart>,
    /// What a later definition took out of a slot.
    pub lost: Vec<OnActionPart>,
    /// How many parts there are.
    pub total: usize,
    /// How certain that is.
    pub certainty: CertaintyWord,
    /// What is not certain.
    pub doubts: Vec<Text>,
    /// The rule.
    pub rule: RuleData,
    /// The definitions.
    pub candidates: Vec<CandidateData>,
    /// What was looked at.
    pub looked_at: ScanCounts,
}
