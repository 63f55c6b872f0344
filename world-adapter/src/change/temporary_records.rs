//! Which temporary files this program made: nothing else is ever taken for one and removed (L69).
//!
//! Before a temporary file is made beside its target, its id is noted in the program's own state, where no agent can write.
//! The note goes with the file. What a killed process left is then known to be ours by its note, and by nothing else.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::PathBuf;

use uuid::Uuid;

use crate::change::lock::create_private;

/// A folder with one empty file a temporary file; without one nothing is noted, and nothing removed later.
#[derive(Debug)]
pub(crate) struct TemporaryRecords {
    folder: Option<PathBuf>,
}

impl TemporaryRecords {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Notes a file that is about to be made.
    pub(crate) fn note(&self, id: Uuid) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let open = || {
            let mut options = OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(folder.join(id.to_string())).map(drop)
        };
        match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create_private(folder)?;
                open()
            }
            noted => noted,
        }
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
