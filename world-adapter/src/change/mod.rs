//! Changing files: an operation that enforcement authorised is prepared, then checked and committed as one step (L102).

pub(crate) mod attributes;
pub(crate) mod authority;
mod delete;
pub(crate) mod failure;
pub(crate) mod folder;
mod found;
pub(crate) mod lock;
pub(crate) mod new_mod;
pub(crate) mod prepared;
pub(crate) mod proposal;
mod rename;
pub(crate) mod temporary_records;
pub(crate) mod write;

pub use attributes::Attributes;
pub use authority::{
    Authorisation, Authority, Authorized, CreateMod, Delete, DeleteFolder, Operation, OperationName, RemoveMod, Rename,
    RestoreFolder, Write,
};
pub use failure::{ChangeFailure, Preparing, Unfinished};
pub use folder::{FolderEntry, FolderSnapshot, FolderSummary, FoundFolder, MAX_FOLDER_BYTES, MAX_FOLDER_ENTRIES};
pub use found::Found;
pub use lock::wait_for_lock;
pub use new_mod::NewMod;
pub use new_mod::made_mod::CreatedMod;
pub use prepared::{Changed, CurrentFile, Prepared};
pub use proposal::difference::{MAX_WHOLE_DIFFERENCE, difference, difference_beginning, first_lines, whole_difference};
pub use proposal::preview::{DryRunPreview, Preview};
pub use proposal::{BoundContent, Proposal};
pub use write::edit::Replacement;
pub use write::syntax::Syntax;
pub use write::{FileContent, Replaces};
