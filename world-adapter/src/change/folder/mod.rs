//! Folders as a whole: reading one, removing it in one step, and restoring it.
//!
//! `walk.rs` reads a folder, `reads.rs` limits how many large ones are read at once, `snapshot.rs` stores and rebuilds it, `temporary_folder.rs` holds one that is not yet, or no
//! longer, in place, `removal.rs` removes one, and `prepare.rs` decides whether one can be changed at all.

mod judged;
mod prepare;
mod reads;
pub(crate) mod removal;
pub(crate) mod snapshot;
pub(crate) mod temporary_folder;
pub(crate) mod walk;

use serde::{Deserialize, Serialize};

use crate::read::digest::Digest;

pub use judged::FoundFolder;
pub(crate) use prepare::FolderProblem;
pub(crate) use reads::FolderReads;
pub use snapshot::{FolderEntry, FolderSnapshot};

/// The most files, links and folders in a folder that is changed as a whole.
pub const MAX_FOLDER_ENTRIES: u64 = 20_000;
/// The most bytes in it, names and contents: the most that one undo stores.
pub const MAX_FOLDER_BYTES: u64 = 256 * 1024 * 1024;
/// How many names a person is shown.
const MAX_NAMES_SHOWN: usize = 20;

/// What a folder holds, in the form that a person is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderSummary {
    /// How many files and links, at any depth.
    pub files: u64,
    /// How many folders, at any depth.
    pub folders: u64,
    /// How many bytes the files hold.
    pub bytes: u64,
    /// The first names in it, by their path from the folder; a folder ends in a slash.
    pub names: Vec<String>,
}

impl FolderSummary {
    /// How many names are not shown.
    pub fn rest(&self) -> u64 {
        (self.files + self.folders).saturating_sub(self.names.len() as u64)
    }

    fn show(&mut self, name: impl FnOnce() -> String) {
        if self.names.len() < MAX_NAMES_SHOWN {
            self.names.push(name());
        }
    }
}

/// A folder as it was when it was read.
#[derive(Clone, Debug)]
pub(crate) struct FolderVersion {
    /// Over names, kinds, sizes and contents of everything in it.
    pub(crate) digest: Digest,
    pub(crate) listing: FolderListing,
    /// The inode number of the folder.
    pub(crate) file_number: u64,
    pub(crate) created: Option<(u64, u32)>,
}

/// What a folder holds, without the contents of its files.
#[derive(Clone, Debug)]
pub(crate) struct FolderListing {
    pub(crate) summary: FolderSummary,
    /// Over names, kinds and the metadata that changes when a file does; `None` where a system does not tell it.
    pub(crate) metadata: Option<Digest>,
}
