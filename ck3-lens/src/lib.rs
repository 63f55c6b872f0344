//! The tool `ck3_lens`: what is in force in a playset, which source overrides which, and how certain that is.
//!
//! **Invariant:** it changes nothing, stores no list and no order of mods (L90), and has no rule of its own: the crate `lens`
//! decides, `index` finds, the adapter reads. It resolves the session's sources, scans them as they are now (L92), and answers.
//!
//! Start reading at `run` of [`LensTool`].
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use ck3_lens::LensTool;
//! use ck3_session::Sessions;
//! use index::{Index, IndexOptions};
//! use reply_kit::{Toolset, Wrapper};
//!
//! fn tools(wrapper: Wrapper, sessions: Arc<Sessions>) -> Toolset {
//!     let index = Index::new(IndexOptions::default());
//!     Toolset::new(wrapper).with(LensTool::new(sessions, index, Duration::from_secs(10)))
//! }
//! ```
#![forbid(unsafe_code)]

mod arguments;
mod body;
mod conflicts;
mod cursor;
mod data;
mod files;
mod folders;
mod loaded;
mod objects;
mod on_action;
mod patch;
mod playset_index;
mod sources;
mod tool;
mod view;
mod what_if;

pub use arguments::{LensArguments, LensCommand, ListArguments};
pub use cursor::{parse_cursor, to_cursor};
pub use data::{
    CandidateData, CertaintyWord, ConflictData, ConflictsData, DiffChange, DiffPart, FileConflict, FilesData,
    Misordered, ObjectData, ObjectsData, OnActionData, OnActionPart, OutcomeWord, PatchData, PatchesData, RuleData,
    ScanCounts, ScriptKey,
};
pub use folders::{NearFolders, game_path};
pub use loaded::{LoadComparison, MountComparison, WinnerComparison, WinnerDifference};
pub use playset_index::PlaysetIndex;
pub use sources::SessionSources;
pub use tool::LensTool;
pub use view::{near_keys, near_languages};
