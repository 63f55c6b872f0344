//! Changing files: an operation that enforcement authorised is prepared, then checked and committed as one step (L102).

pub(crate) mod attributes;
pub(crate) mod authority;
pub(crate) mod compose;
pub(crate) mod create_mod;
mod delete;
pub(crate) mod difference;
pub(crate) mod directory_lock;
pub(crate) mod edit;
pub(crate) mod failure;
pub(crate) mod folder;
mod found;
pub(crate) mod lock;
mod made_mod;
mod neighbours;
pub(crate) mod prepared;
pub(crate) mod preview;
pub(crate) mod proposal;
mod rename;
pub(crate) mod syntax;
pub(crate) mod temporary_records;
pub(crate) mod write;

pub use attributes::Attributes;
pub use authority::{
    Authorisation, Authority, Authorized, CreateMod, Delete, DeleteFolder, Operation, OperationName, RemoveMod, Rename,
    RestoreFolder, Write,
};
pub use create_mod::NewMod;
pub use difference::{MAX_WHOLE_DIFFERENCE, difference, difference_beginning, first_lines, whole_difference};
pub use edit::Replacement;
pub use failure::{ChangeFailure, Preparing, Unfinished};
pub use folder::{FolderEntry, FolderSnapshot, FolderSummary, FoundFolder, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES};
pub use found::Found;
pub use made_mod::CreatedMod;
pub use prepared::{Changed, CurrentFile, Prepared};
pub use preview::{DryRunPreview, Preview};
pub use proposal::{BoundContent, Proposal};
pub use syntax::Syntax;
pub use write::{FileContent, Replaces};
