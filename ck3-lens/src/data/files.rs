//! `file`, `order`: which files the game reads.

use reply_kit::{Address, ReplyData, Text};

use super::{CandidateData, CertaintyWord, RuleData, ScanCounts};

/// Files in load order.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct FilesData {
    /// The file that the game reads, if one path was asked for.
    pub in_force: Option<Address>,
    /// How certain what became of each is.
    pub certainty: CertaintyWord,
    /// The rules: of order, and of files.
    pub rules: Vec<RuleData>,
    /// The files.
    pub files: Vec<CandidateData>,
    /// How many there are.
    pub total: usize,
    /// Whether files were left out.
    pub truncated: bool,
    /// Where to continue.
    pub after: Option<Text>,
    /// What else to know.
    pub remark: Option<Text>,
    /// What was looked at.
    pub looked_at: ScanCounts,
}
