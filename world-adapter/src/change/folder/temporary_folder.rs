//! A folder that is not yet, or no longer, in place: it has a temporary name and is removed when dropped (L69).

use std::io;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::Dir;

use crate::change::prepared::move_file;
use crate::change::temporary_records::{TemporaryName, TemporaryRecords};
use crate::read::kind::Kind;
use crate::roots::contained::{self, LookupError, Scratch, join, split};

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
        contained::open_child(&self.dir, self.name.as_str()).map_err(LookupError::into_io)
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

/// Removes a folder with its contents, innermost first. Links are removed as links, and no other file system is entered.
pub(crate) fn remove_tree(parent: &Dir, name: &str) -> io::Result<()> {
    let top = contained::open_child(parent, name).map_err(LookupError::into_io)?;
    let device = top.dir_metadata()?.dev();
    let (mut pending, mut directories, mut scratch) = (vec![String::new()], Vec::new(), Scratch::default());
    while let Some(path) = pending.pop() {
        let dir = contained::open_dir(&top, &path).map_err(LookupError::into_io)?;
        if dir.dir_metadata()?.dev() != device {
            return Err(io::ErrorKind::CrossesDevices.into());
        }
        open_to_removal(&dir);
        let mut names = Vec::new();
        contained::each_entry(&dir, &mut scratch, |name, kind| {
            names.extend(std::str::from_utf8(name).ok().map(|name| (name.to_owned(), kind)));
        })?;
        for (name, kind) in names {
            match kind {
                Kind::Directory => pending.push(join(&path, &name)),
                _ => remove_file(&dir, &name)?,
            }
        }
        directories.push(path);
    }
    for path in directories.iter().rev().filter(|path| !path.is_empty()) {
        let (outer, name) = split(path);
        contained::open_dir(&top, outer).map_err(LookupError::into_io)?.remove_dir(name)?;
    }
    drop(top);
    parent.remove_dir(name)
}

/// Files in a read-only directory cannot be removed; by now the directory belongs to the server.
#[cfg(unix)]
fn open_to_removal(dir: &Dir) {
    use cap_std::fs::PermissionsExt as _;
    if let Ok(dir) = dir.try_clone() {
        let file = cap_std::fs::File::from_std(dir.into_std_file());
        _ = file.set_permissions(cap_std::fs::Permissions::from_mode(0o700));
    }
}

#[cfg(not(unix))]
fn open_to_removal(_: &Dir) {}

#[cfg(unix)]
fn remove_file(dir: &Dir, name: &str) -> io::Result<()> {
    dir.remove_file(name)
}

/// On Windows a file that is marked read-only must lose the mark first.
#[cfg(not(unix))]
fn remove_file(dir: &Dir, name: &str) -> io::Result<()> {
    let mut permissions = dir.symlink_metadata(name)?.permissions();
    permissions.set_readonly(false);
    dir.set_permissions(name, permissions)?;
    dir.remove_file(name)
}
