//! How Crusader Kings III combines the files and definitions of a playset: a table of rules with their sources, and pure
//! functions over it.
//!
//! `rules.toml` holds the table; a row that is not as it should be does not build. [`standing`] tells which files are in force
//! (R1, R2), [`compare_paths`] in which order they load (R3), [`judge`] which definition of a key counts, why each other one does
//! not, and how certain that is (R4 to R13). [`patch_path`] finds a place from which a new definition wins.
//!
//! **Invariant:** nothing here reads a file, knows a session or makes a reply. An answer is never more certain than its rule (L91).
//!
//! Start reading at [`judge`].
//!
//! ```
//! use ck3_script::DefinitionKind;
//! use lens::{Candidate, GameVersion, LoadPosition, FileStanding, folder_rule, judge};
//! let rule = folder_rule("common/traits/a.txt", DefinitionKind::Object, false, GameVersion::NEWEST);
//! let site = |rank, path| Candidate { position: LoadPosition::of_mod(rank), path, start: 0, priority: 0, standing: FileStanding::InForce };
//! // The second mod loads later, and loses all the same: its file comes first by name (R3, R4).
//! let verdict = judge(rule, &[site(1, "common/traits/zz_a.txt"), site(2, "common/traits/00_b.txt")]);
//! assert_eq!(verdict.winner, Some(0));
//! ```
#![forbid(unsafe_code)]

mod database;
mod descriptor;
mod doubt;
mod file_order;
mod files;
mod judge;
mod localization;
mod on_action;
mod patch;
mod position;
mod rule;
mod ruling;

pub use database::{database, is_below, is_unique_in_group};
pub use descriptor::{DESCRIPTOR, ModDescriptor, misordered};
pub use doubt::Doubt;
pub use file_order::{compare_by_components, compare_paths};
pub use files::{FileStanding, ReplacePaths, standing};
pub use judge::{Candidate, CandidateOutcome, Verdict, judge};
pub use localization::{ReplaceClass, replace_class};
pub use on_action::{MergedField, MergedOnAction, merge_on_action};
pub use patch::{PatchGoal, patch_path};
pub use position::{LoadPosition, Origin, split_dlc};
pub use rule::{Certainty, FolderRule, GameVersion, LoadRule, ParseGameVersionError, RuleId, folder_rule, rule};
pub use ruling::Ruling;
