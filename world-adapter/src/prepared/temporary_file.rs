//! The new content, on disk before anything changes (L69).

use std::io::{self, Write as _};

use cap_std::fs::{Dir, OpenOptions};

use super::Previous;
use crate::write::Content;

/// The new content under a name of its own, removed unless it is moved into place.
pub(crate) struct TemporaryFile {
    pub(super) dir: Dir,
    pub(super) name: String,
    pub(super) is_moved: bool,
}

impl TemporaryFile {
    /// Writes the content to disk, for good, with the permissions of what it will replace.
    pub(crate) fn create(dir: Dir, content: &Content, previous: Option<&Previous>) -> io::Result<Self> {
        let name = format!(".ck3raven-{}.tmp", uuid::Uuid::new_v4());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = dir.open_with(&name, &options)?;
        let temporary = Self { dir, name, is_moved: false };
        file.write_all(content.as_bytes())?;
        if let Some(previous) = previous {
            file.set_permissions(previous.permissions.clone())?;
        }
        file.sync_all()?;
        Ok(temporary)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.is_moved {
            _ = self.dir.remove_file(&self.name);
        }
    }
}
