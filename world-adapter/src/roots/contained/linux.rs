//! Containment by `openat2`: one system call resolves a whole relative path, beneath its directory and without any link.

use std::io;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;

use cap_std::fs::{Dir, File};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Access, AtFlags, FileType, Mode, OFlags, RawDir, ResolveFlags, accessat, openat, openat2, statat};
use rustix::io::Errno;

use super::{FileStat, LookupError, portable};
use crate::read::kind::Kind;

/// A buffer for the entries of a directory, reused between directories.
#[derive(Debug)]
pub(crate) struct Scratch(Vec<u8>);

impl Default for Scratch {
    fn default() -> Self {
        Self(Vec::with_capacity(32 * 1024))
    }
}

fn open(dir: impl AsFd, path: &str, flags: OFlags) -> Result<OwnedFd, Errno> {
    let path = if path.is_empty() { "." } else { path };
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    openat2(dir, path, flags | OFlags::CLOEXEC, Mode::empty(), resolve)
}

pub(super) fn has_no_links(dir: &Dir, path: &str) -> Result<bool, LookupError> {
    // A single name is looked up without opening anything.
    if !path.contains('/') {
        let stat = statat(dir, path, AtFlags::SYMLINK_NOFOLLOW).map_err(io::Error::from)?;
        return Ok(FileType::from_raw_mode(stat.st_mode) != FileType::Symlink);
    }
    // `O_PATH` opens anything without waiting and without waking a device; with `O_NOFOLLOW` it would return a link itself.
    match open(dir, path, OFlags::PATH) {
        Ok(_) => Ok(true),
        Err(Errno::LOOP) => Ok(false),
        Err(Errno::NOSYS) => portable::has_no_links(dir, path),
        Err(error) => Err(io::Error::from(error).into()),
    }
}

pub(super) fn kind(dir: &Dir, path: &str) -> Result<Kind, LookupError> {
    let (parent, name) = super::split(path);
    let stat = if parent.is_empty() {
        statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
    } else {
        match open(dir, parent, OFlags::PATH | OFlags::DIRECTORY) {
            Err(Errno::NOSYS) => return portable::kind(dir, path),
            parent => parent.and_then(|parent| statat(parent, name, AtFlags::SYMLINK_NOFOLLOW)),
        }
    };
    Ok(kind_of(FileType::from_raw_mode(stat.map_err(io::Error::from)?.st_mode)))
}

/// Opens a directory, following no link.
pub(crate) fn open_dir(dir: &Dir, path: &str) -> Result<Dir, LookupError> {
    match open(dir, path, OFlags::RDONLY | OFlags::DIRECTORY) {
        Ok(found) => Ok(Dir::from_std_file(found.into())),
        Err(Errno::NOSYS) => portable::open_dir(dir, path),
        Err(error) => Err(io::Error::from(error).into()),
    }
}

/// Opens a child directory by its name, following no link.
pub(crate) fn open_child(dir: &Dir, name: &str) -> Result<Dir, LookupError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let found = openat(dir, name, flags, Mode::empty()).map_err(io::Error::from)?;
    Ok(Dir::from_std_file(found.into()))
}

/// Opens a file for reading, following no link and never blocking. Check the handle's kind before reading.
pub(crate) fn open_file(dir: &Dir, path: &str) -> Result<File, LookupError> {
    match open(dir, path, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY) {
        Ok(found) => Ok(File::from_std(found.into())),
        Err(Errno::NOSYS) => portable::open_file(dir, path),
        Err(error) => Err(io::Error::from(error).into()),
    }
}

/// Whether the system denies this process write access to an existing file.
pub(crate) fn refuses_writing(dir: &Dir, path: &str) -> bool {
    let (parent, name) = super::split(path);
    let Ok(parent) = open_dir(dir, parent) else { return false };
    let answer = accessat(parent, name, Access::WRITE_OK, AtFlags::empty());
    // Immutable files and read-only file systems have error codes of their own.
    matches!(answer, Err(Errno::ACCESS | Errno::PERM | Errno::ROFS))
}

/// Visits the entries of a directory, each name as bytes, until `entry` breaks.
pub(crate) fn each_entry(
    dir: &Dir,
    scratch: &mut Scratch,
    mut entry: impl FnMut(&[u8], Kind) -> ControlFlow<()>,
) -> io::Result<()> {
    let buffer: &mut [MaybeUninit<u8>] = scratch.0.spare_capacity_mut();
    let mut entries = RawDir::new(dir, buffer);
    while let Some(found) = entries.next() {
        let found = found?;
        let name = found.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        // Some file systems do not keep the kind in the directory.
        let file_type = match found.file_type() {
            FileType::Unknown => statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
                .map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode)),
            known => known,
        };
        if entry(name.to_bytes(), kind_of(file_type)).is_break() {
            break;
        }
    }
    Ok(())
}

/// The metadata of a name in a directory; links are not followed.
pub(crate) fn stat(dir: &Dir, name: &str) -> io::Result<(Kind, FileStat)> {
    let stat = statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)?;
    let nanos = |seconds: i128, nanos: i128| i64::try_from(seconds * 1_000_000_000 + nanos).ok();
    let found = FileStat {
        size: u64::try_from(stat.st_size).unwrap_or(0),
        modified_ns: nanos(stat.st_mtime.into(), stat.st_mtime_nsec.into()),
        changed_ns: nanos(stat.st_ctime.into(), stat.st_ctime_nsec.into()),
        inode: Some(stat.st_ino),
    };
    Ok((kind_of(FileType::from_raw_mode(stat.st_mode)), found))
}

fn kind_of(file_type: FileType) -> Kind {
    match file_type {
        FileType::Directory => Kind::Directory,
        FileType::RegularFile => Kind::File,
        FileType::Symlink => Kind::Link,
        FileType::Fifo => Kind::Pipe,
        FileType::Socket => Kind::Socket,
        FileType::BlockDevice | FileType::CharacterDevice => Kind::Device,
        FileType::Unknown => Kind::Unknown,
    }
}
