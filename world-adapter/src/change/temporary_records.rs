//! Which temporary files this program made: nothing else is ever taken for one and removed (L69).
//!
//! Before a temporary file is made beside its target, its id is noted in the program's own state, where no agent can write.
//! The note goes with the file. What a killed process left is then known to be ours by its note, and by nothing else.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::PathBuf;

use uuid::Uuid;

use crate::address::name::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};
use crate::change::lock::open_private;

/// A folder with one empty file a temporary file; without one nothing is noted, and nothing removed later.
#[derive(Debug)]
pub(crate) struct TemporaryRecords {
    folder: Option<PathBuf>,
}

impl TemporaryRecords {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// A fresh name for a file or folder that is about to be created, noted here.
    pub(crate) fn fresh_name(&self) -> io::Result<TemporaryName<'_>> {
        let id = Uuid::new_v4();
        if let Some(folder) = &self.folder {
            open_private(folder, &id.to_string(), OpenOptions::new().create_new(true))?;
        }
        Ok(TemporaryName { records: self, id, name: format!("{TEMPORARY_PREFIX}{id}{TEMPORARY_SUFFIX}") })
    }

    /// The file is gone, or is not a temporary one any more.
    pub(crate) fn forget(&self, id: Uuid) {
        if let Some(folder) = &self.folder {
            _ = fs::remove_file(folder.join(id.to_string()));
        }
    }

    /// Whether this program made the file.
    pub(crate) fn holds(&self, id: Uuid) -> bool {
        self.folder.as_ref().is_some_and(|folder| fs::metadata(folder.join(id.to_string())).is_ok())
    }
}

/// A temporary name that is noted.
pub(crate) struct TemporaryName<'w> {
    records: &'w TemporaryRecords,
    id: Uuid,
    name: String,
}

impl TemporaryName<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.name
    }

    /// Removes the note: nothing of ours has this name any more.
    pub(crate) fn forget(&self) {
        self.records.forget(self.id);
    }
}
