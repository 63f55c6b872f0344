//! Reply data of `ck3_lens`: what all answers share, and a file for each kind of answer.

mod conflicts;
mod files;
mod objects;
mod on_action;
mod patch;

use index::{LensCounts, PlaysetLens};
use lens::{CandidateOutcome, Certainty, RuleId, rule};
use reply_kit::{Address, ReplyData, Text};

pub use self::conflicts::{ConflictData, ConflictsData, FileConflict, Misordered};
pub use self::files::FilesData;
pub use self::objects::{DiffChange, DiffPart, ObjectData, ObjectsData};
pub use self::on_action::{OnActionData, OnActionPart};
pub use self::patch::{PatchData, PatchesData};
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
