//! Reply data of `ck3_lens`.

use index::{LensCounts, PlaysetLens};
use lens::{CandidateOutcome, Certainty, RuleId, rule};
use reply_kit::{Address, ReplyData, Text, Verbatim};

use crate::sources::SessionSources;

/// A key of a script: file content, so it is shown only if it cannot be mistaken for a host path (L49).
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ScriptKey(Text);

impl ScriptKey {
    /// A key as a file spells it.
    pub fn new(key: &str) -> Self {
        Self(Text::echo(key))
    }
}

/// How certain an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum CertaintyWord {
    /// Documented, or sources agree.
    Certain,
    /// One good source, or practice.
    Likely,
    /// Sources disagree, or a guess.
    Uncertain,
}

impl From<Certainty> for CertaintyWord {
    fn from(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Certain => Self::Certain,
            Certainty::Likely => Self::Likely,
            Certainty::Uncertain => Self::Uncertain,
        }
    }
}

/// The outcome for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum OutcomeWord {
    /// It counts.
    InForce,
    /// It counts together with others.
    Merged,
    /// It counts beside others.
    Separate,
    /// It counts in its file alone.
    LocalToFile,
    /// Nobody knows.
    Unclear,
    /// Another definition counts.
    Overridden,
    /// Another one has a larger priority.
    LowerPriority,
    /// A file of the same path replaces its file.
    FileReplaced,
    /// A `replace_path` hides its folder.
    HiddenByReplacePath,
}

impl From<CandidateOutcome> for OutcomeWord {
    fn from(outcome: CandidateOutcome) -> Self {
        match outcome {
            CandidateOutcome::InForce => Self::InForce,
            CandidateOutcome::Merged => Self::Merged,
            CandidateOutcome::Separate => Self::Separate,
            CandidateOutcome::Local => Self::LocalToFile,
            CandidateOutcome::Unclear => Self::Unclear,
            CandidateOutcome::Overridden { .. } => Self::Overridden,
            CandidateOutcome::LowerPriority { .. } => Self::LowerPriority,
            CandidateOutcome::FileReplaced { .. } => Self::FileReplaced,
            CandidateOutcome::Hidden { .. } => Self::HiddenByReplacePath,
        }
    }
}

/// The rule that decided.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct RuleData {
    /// Its number in docs/lens.md.
    pub id: Text,
    /// What it says.
    pub says: Text,
    /// Where it is from.
    pub source: Text,
}

impl RuleData {
    pub(crate) fn new(id: RuleId) -> Self {
        let found = rule(id);
        Self { id: Text::new(format!("{id:?}")), says: found.title.into(), source: found.source.into() }
    }
}

/// A file, or a definition in it.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct CandidateData {
    /// The file.
    pub address: Address,
    /// The line of the definition.
    pub line: Option<u32>,
    /// What became of it.
    pub outcome: OutcomeWord,
    /// What took its place, if something did.
    pub by: Option<Address>,
}

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

/// What was looked at.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct ScanCounts {
    /// How many files.
    pub files: usize,
    /// How many definitions.
    pub definitions: usize,
    /// Files that are not well-formed; `ck3_check` says why.
    pub malformed: usize,
    /// Files that are too large.
    pub too_large: usize,
    /// Files and folders that cannot be read.
    pub unreadable: usize,
    /// Sources that cannot be opened.
    pub unopened: Vec<Address>,
    /// Whether there is more than was looked at.
    pub cut: bool,
    /// The game's version; null where it is not known, and taken to be the newest.
    pub game_version: Option<Text>,
}

impl ScanCounts {
    /// The statistics of a lens, the sources that could not be opened, and the game's version.
    pub fn new(lens: &PlaysetLens<SessionSources>) -> Self {
        let LensCounts { files, definitions, malformed, too_large, unreadable, is_cut } = lens.counts();
        let unopened = lens.sources().unopened();
        let version = lens.sources().as_world_sources().game_version.as_ref();
        let game_version = version.map(|version| Text::echo(version.as_str()));
        Self { files, definitions, malformed, too_large, unreadable, unopened, cut: is_cut, game_version }
    }
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
