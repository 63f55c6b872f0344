//! The new content, on disk before anything changes (L69).

use std::io::{self, Write as _};
use std::time::Duration;

use cap_std::fs::{Dir, OpenOptions};
use uuid::Uuid;

use super::move_file;
use crate::address::name::{TEMPORARY_PREFIX, TEMPORARY_SUFFIX};
use crate::change::attributes::Attributes;
use crate::change::folder::removal::remove_tree;
use crate::change::temporary_records::{TemporaryName, TemporaryRecords};
use crate::change::write::FileContent;
use crate::read::kind::Kind;
use crate::roots::contained::{self, Scratch};

/// After this time without a change, a temporary file must have been left by a killed process.
const ABANDONED_TTL: Duration = Duration::from_mins(10);

/// The new content under a temporary name, removed unless it is moved into place.
pub(crate) struct TemporaryFile<'w> {
    pub(super) dir: Dir,
    name: TemporaryName<'w>,
    is_moved: bool,
}

impl<'w> TemporaryFile<'w> {
    /// Writes and syncs the content, with the attributes that the file is to have.
    pub(crate) fn create(
        records: &'w TemporaryRecords,
        dir: Dir,
        content: &FileContent,
        metadata: &FileMetadata,
    ) -> io::Result<Self> {
        remove_abandoned(records, &dir);
        let name = records.fresh_name()?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        let mut file = dir.open_with(name.as_str(), &options).inspect_err(|_| name.forget())?;
        let temporary = Self { dir, name, is_moved: false };
        // Before the content: a user who may not read the file may not read this one either.
        match metadata {
            FileMetadata::New => {}
            FileMetadata::Replacing(attributes) | FileMetadata::Restored(attributes) => attributes.apply(&file)?,
        }
        file.write_all(content.as_bytes())?;
        if let FileMetadata::Restored(attributes) = metadata {
            attributes.apply_time(&file);
        }
        file.sync_all()?;
        Ok(temporary)
    }

    /// Moves it into place.
    pub(super) fn move_to(&mut self, into: &Dir, name: &str, must_be_new: bool) -> io::Result<()> {
        move_file(&self.dir, self.name.as_str(), into, name, must_be_new)?;
        self.is_moved = true;
        Ok(())
    }
}

/// The attributes of a new file.
pub(crate) enum FileMetadata {
    /// The system's defaults.
    New,
    /// Those of the file that it replaces.
    Replacing(Attributes),
    /// Those of the restored file, including its modification time.
    Restored(Attributes),
}

impl Drop for TemporaryFile<'_> {
    fn drop(&mut self) {
        if self.is_moved || self.dir.remove_file(self.name.as_str()).is_ok() {
            self.name.forget();
        }
    }
}

/// The id of a temporary file, if its name is one that only this module gives.
fn temporary_id(name: &str) -> Option<Uuid> {
    let id = name.strip_prefix(TEMPORARY_PREFIX)?.strip_suffix(TEMPORARY_SUFFIX)?;
    Uuid::try_parse(id).ok().filter(|parsed| parsed.to_string() == id)
}

/// Removes temporary files that killed processes of this program left, so that they do not accumulate. A failure does not
/// prevent the write.
///
/// A name proves nothing: any program can create a file with such a name. Only files recorded at creation are removed.
fn remove_abandoned(records: &TemporaryRecords, dir: &Dir) {
    let mut found = Vec::new();
    _ = contained::each_entry(dir, &mut Scratch::default(), |name, kind| {
        let name = std::str::from_utf8(name).ok().filter(|_| matches!(kind, Kind::File | Kind::Directory));
        found.extend(name.and_then(|name| Some((temporary_id(name)?, name.to_owned(), kind))));
    });
    for (id, name, kind) in found.into_iter().filter(|(id, ..)| records.holds(*id)) {
        let modified = dir.symlink_metadata(&name).and_then(|metadata| metadata.modified());
        let age = modified.ok().and_then(|modified| modified.into_std().elapsed().ok());
        if age.is_none_or(|age| age <= ABANDONED_TTL) {
            continue;
        }
        let removed = if kind == Kind::Directory { remove_tree(dir, &name) } else { dir.remove_file(&name) };
        if removed.is_ok() {
            records.forget(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l69_only_names_given_here_are_taken_for_temporary_files() {
        for (name, expected) in [
            (".ck3raven-0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f.tmp", true),
            (".ck3raven-0D2F6A3C-7F0E-4A57-9C39-5D7A6B1C2E3F.tmp", false),
            (".ck3raven-0d2f6a3c7f0e4a579c395d7a6b1c2e3f.tmp", false),
            (".ck3raven-notes.tmp", false),
            (".ck3raven-.tmp", false),
            ("0d2f6a3c-7f0e-4a57-9c39-5d7a6b1c2e3f", false),
        ] {
            assert_eq!(temporary_id(name).is_some(), expected, "{name}");
        }
    }
}
