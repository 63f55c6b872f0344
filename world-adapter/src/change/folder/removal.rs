//! Removing a folder with its contents: all of it, or nothing.

use std::io;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::{Dir, File};
use uuid::Uuid;

use crate::change::attributes::Attributes;
use crate::change::prepared::{MakeError, move_file};
use crate::read::kind::Kind;
use crate::roots::contained::{self, Disk, Scratch, join, split};
use crate::roots::in_use::is_in_use;

/// Finds, without changing anything, what in a folder belongs to another user and cannot be removed by this one: a directory that
/// is not empty, or an entry of a directory in which each may remove their own. A person is not asked about such a folder (L61).
/// What else the system refuses only trying shows ([`check_removable`]).
#[cfg(unix)]
pub(crate) fn find_foreign(folder: &Dir) -> Option<String> {
    use cap_std::fs::MetadataExt as _;
    const STICKY: u32 = 0o1000;
    let user = rustix::process::geteuid();
    let is_own = |metadata: &cap_std::fs::Metadata| user.is_root() || metadata.uid() == user.as_raw();
    let (mut pending, mut scratch) = (vec![String::new()], Scratch::default());
    while let Some(path) = pending.pop() {
        let Ok(dir) = contained::open_dir(folder, &path) else { continue };
        let Ok(metadata) = dir.dir_metadata() else { continue };
        let Ok(names) = entries(&dir, &mut scratch) else { continue };
        if !is_own(&metadata) && !names.is_empty() {
            if contained::refuses_writing(&dir, ".") {
                return Some(path);
            }
            let is_other = |name: &str| dir.symlink_metadata(name).is_ok_and(|entry| !is_own(&entry));
            let is_sticky = metadata.mode() & STICKY != 0;
            if let Some((name, _)) = names.iter().find(|(name, _)| is_sticky && is_other(name)) {
                return Some(join(&path, name));
            }
        }
        pending
            .extend(names.into_iter().filter(|(_, kind)| *kind == Kind::Directory).map(|(name, _)| join(&path, &name)));
    }
    None
}

#[cfg(not(unix))]
pub(crate) fn find_foreign(_: &Dir) -> Option<String> {
    None
}

/// Finds out whether everything in a folder can be removed, before anything is.
///
/// The system checks the same for a rename as for a removal (the directory's permissions, the owner in a directory of many, marks
/// such as immutable, mounts), and a rename can be taken back: each entry gets another name and its own again. So the folder must
/// have a temporary name by now, at which no other program looks for it.
pub(crate) fn check_removable(folder: &Dir) -> Result<(), MakeError> {
    let mut opened = Vec::new();
    let checked = check_directories(folder, &mut opened);
    if checked.is_err() {
        for (path, attributes) in opened.iter().rev() {
            let Ok(dir) = contained::open_dir(folder, path) else { continue };
            let dir = File::from_std(dir.into_std_file());
            _ = attributes.apply(&dir);
            attributes.apply_time(&dir);
        }
    }
    checked
}

/// Also opens each directory to removal, and collects what it was like before.
fn check_directories(folder: &Dir, opened: &mut Vec<(String, Attributes)>) -> Result<(), MakeError> {
    let (disk, other_name) = (Disk::of(folder)?, Uuid::new_v4().to_string());
    let (mut pending, mut scratch) = (vec![String::new()], Scratch::default());
    while let Some(path) = pending.pop() {
        let dir = contained::open_dir(folder, &path).map_err(|miss| refused(&path, miss.into()))?;
        if Disk::of(&dir)? != disk {
            return Err(MakeError::NotPermitted(path));
        }
        let held = File::from_std(dir.try_clone()?.into_std_file());
        opened.push((path.clone(), Attributes::of(&held, &dir.dir_metadata()?)?));
        open_to_removal(&dir);
        let names = entries(&dir, &mut scratch)?;
        if !names.is_empty() && contained::refuses_writing(&dir, ".") {
            return Err(MakeError::NotPermitted(path));
        }
        for (name, kind) in names {
            let entry = join(&path, &name);
            move_file(&dir, &name, &dir, &other_name, true)
                .and_then(|()| move_file(&dir, &other_name, &dir, &name, true))
                .map_err(|error| refused(&entry, error))?;
            if kind == Kind::Directory {
                pending.push(entry);
            }
        }
    }
    Ok(())
}

/// Something at a path from the folder cannot be removed.
fn refused(path: &str, error: io::Error) -> MakeError {
    use io::ErrorKind as K;
    let is_refused = matches!(error.kind(), K::PermissionDenied | K::ResourceBusy | K::ReadOnlyFilesystem);
    if is_refused && !is_in_use(&error) { MakeError::NotPermitted(path.to_owned()) } else { MakeError::Failed(error) }
}

/// The names in a directory, with their kinds.
fn entries(dir: &Dir, scratch: &mut Scratch) -> io::Result<Vec<(String, Kind)>> {
    let mut entries = Vec::new();
    contained::each_entry(dir, scratch, |name, kind| {
        entries.extend(std::str::from_utf8(name).ok().map(|name| (name.to_owned(), kind)));
    })?;
    Ok(entries)
}

/// Removes a folder with its contents, innermost first. Links are removed as links, and no other file system is entered.
pub(crate) fn remove_tree(parent: &Dir, name: &str) -> io::Result<()> {
    let top = contained::open_child(parent, name)?;
    let device = top.dir_metadata()?.dev();
    let (mut pending, mut directories, mut scratch) = (vec![String::new()], Vec::new(), Scratch::default());
    while let Some(path) = pending.pop() {
        let dir = contained::open_dir(&top, &path)?;
        if dir.dir_metadata()?.dev() != device {
            return Err(io::ErrorKind::CrossesDevices.into());
        }
        open_to_removal(&dir);
        for (name, kind) in entries(&dir, &mut scratch)? {
            match kind {
                Kind::Directory => pending.push(join(&path, &name)),
                _ => remove_file(&dir, &name)?,
            }
        }
        directories.push(path);
    }
    for path in directories.iter().rev().filter(|path| !path.is_empty()) {
        let (outer, name) = split(path);
        contained::open_dir(&top, outer)?.remove_dir(name)?;
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
