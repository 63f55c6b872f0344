//! Records which temporary files this program created: no other file is ever mistaken for one and removed (L69).
//!
//! Before a temporary file is created beside its target, its id is recorded in the program's own state, where no agent can
//! write. The record is removed with the file. A file that a killed process left is recognised by its record, and by nothing
//! else.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::PathBuf;

use uuid::Uuid;

use crate::address::name::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};
use crate::change::lock::open_in_folder;

/// A folder with one empty file for each temporary file; without it nothing is recorded, and nothing is removed later.
#[derive(Debug)]
pub(crate) struct TemporaryRecords {
    folder: Option<PathBuf>,
}

impl TemporaryRecords {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// A fresh name for a file or folder that is about to be created, recorded here.
    pub(crate) fn fresh_name(&self) -> io::Result<TemporaryName<'_>> {
        let id = Uuid::new_v4();
        if let Some(folder) = &self.folder {
            open_in_folder(folder, &id.to_string(), OpenOptions::new().create_new(true))?;
        }
        Ok(TemporaryName { records: self, id, name: format!("{TEMPORARY_PREFIX}{id}{TEMPORARY_SUFFIX}") })
    }

    /// Removes the record: the file is gone, or is no longer temporary.
    pub(crate) fn forget(&self, id: Uuid) {
        if let Some(folder) = &self.folder {
            _ = fs::remove_file(folder.join(id.to_string()));
        }
    }

    /// Whether this program created the file.
    pub(crate) fn holds(&self, id: Uuid) -> bool {
        self.folder.as_ref().is_some_and(|folder| fs::metadata(folder.join(id.to_string())).is_ok())
    }
}

/// A temporary name that is recorded.
pub(crate) struct TemporaryName<'w> {
    records: &'w TemporaryRecords,
    id: Uuid,
    name: String,
}

impl TemporaryName<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.name
    }

    /// Removes the record: no file of this program has this name any more.
    pub(crate) fn forget(&self) {
        self.records.forget(self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l69_a_name_is_known_from_its_making_until_it_is_forgotten_and_no_other_is() {
        let state = tempfile::tempdir().unwrap();
        let records = TemporaryRecords::new(Some(state.path().join("temporary")));
        let (one, other) = (records.fresh_name().unwrap(), records.fresh_name().unwrap());
        assert!(records.holds(one.id) && records.holds(other.id) && !records.holds(Uuid::new_v4()));
        one.forget();
        assert!(!records.holds(one.id) && records.holds(other.id));
        assert!(!TemporaryRecords::new(None).holds(other.id));
    }
}
