//! A folder that is not yet, or no longer, in place: it has a temporary name and is removed when dropped (L69).

use std::io;

use cap_std::fs::Dir;

use crate::change::folder::removal::remove_tree;
use crate::change::prepared::move_file;
use crate::change::temporary_records::{TemporaryName, TemporaryRecords};
use crate::roots::contained;

/// A folder under a temporary name, removed with its contents unless it is moved into place.
pub(crate) struct TemporaryFolder<'w> {
    /// The directory that it lies in.
    pub(crate) dir: Dir,
    name: TemporaryName<'w>,
    /// Whether there is nothing left to remove.
    is_settled: bool,
}

impl<'w> TemporaryFolder<'w> {
    /// Creates an empty one.
    pub(crate) fn create(records: &'w TemporaryRecords, dir: Dir) -> io::Result<Self> {
        let name = records.fresh_name()?;
        dir.create_dir(name.as_str()).inspect_err(|_| name.forget())?;
        Ok(Self { dir, name, is_settled: false })
    }

    /// Moves a folder out of its place, in one step. A crash leaves it in place or gone, never in between.
    pub(crate) fn take(records: &'w TemporaryRecords, dir: Dir, old_name: &str) -> io::Result<Self> {
        let name = records.fresh_name()?;
        move_file(&dir, old_name, &dir, name.as_str(), true).inspect_err(|_| name.forget())?;
        Ok(Self { dir, name, is_settled: false })
    }

    /// Opens it.
    pub(crate) fn open(&self) -> io::Result<Dir> {
        Ok(contained::open_child(&self.dir, self.name.as_str())?)
    }

    /// Moves it into place, if the name is free.
    pub(crate) fn move_to(&mut self, into: &Dir, name: &str) -> io::Result<()> {
        move_file(&self.dir, self.name.as_str(), into, name, true)?;
        self.leave();
        Ok(())
    }

    /// Leaves it where it is, for a person: it holds the only copy of something.
    pub(crate) fn leave(&mut self) {
        self.is_settled = true;
        self.name.forget();
    }
}

impl Drop for TemporaryFolder<'_> {
    fn drop(&mut self) {
        if !self.is_settled && remove_tree(&self.dir, self.name.as_str()).is_ok() {
            self.name.forget();
        }
    }
}
