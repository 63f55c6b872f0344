//! Keeps every access beneath its root, enforced by the kernel (L36).
//!
//! A lookup finds out where something *really* lies: [`locate`] follows links inside a root once, and everything after it uses
//! the relative path without links. Opening never follows a link, so a directory that is swapped for a link between the two
//! steps is an error and never another place.

mod disk;
#[cfg(target_os = "linux")]
mod linux;
mod portable;

use std::io;
use std::ops::ControlFlow;

use cap_fs_ext::MetadataExt as _;
use cap_std::fs::{Dir, Metadata};

use crate::read::kind::Kind;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use portable as system;

pub(crate) use disk::Disk;
pub(crate) use system::{Scratch, each_entry as entries_until, open_child, open_dir, open_file, refuses_writing, stat};

/// Why a lookup found nothing.
#[derive(Debug)]
pub(crate) enum LookupError {
    /// The name does not exist, or a parent is not a directory.
    Absent,
    /// It leads outside, loops, is a link where none is allowed, or is too long. To an agent this is the same as absent (L38).
    Hidden,
    /// It exists under this other spelling, on a disk that ignores letter case.
    Misspelled(Box<str>),
    /// Access is denied. While an address is resolved, this is the same as absent too.
    Closed(io::Error),
    /// The system failed.
    Failed(io::Error),
}

impl From<io::Error> for LookupError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as K;
        match error.kind() {
            K::NotFound | K::NotADirectory => Self::Absent,
            // cap-std reports an escape as `PermissionDenied` without a system error code.
            K::PermissionDenied if error.raw_os_error().is_some() => Self::Closed(error),
            K::PermissionDenied | K::InvalidFilename | K::InvalidInput | K::CrossesDevices => Self::Hidden,
            _ if is_loop(&error) => Self::Hidden,
            _ => Self::Failed(error),
        }
    }
}

/// For a step that knows only I/O errors.
impl From<LookupError> for io::Error {
    fn from(miss: LookupError) -> Self {
        match miss {
            LookupError::Absent => io::ErrorKind::NotFound.into(),
            LookupError::Hidden | LookupError::Misspelled(_) => io::ErrorKind::PermissionDenied.into(),
            LookupError::Failed(error) | LookupError::Closed(error) => error,
        }
    }
}

/// `ELOOP` has no stable kind: a loop of links, or a link where none is allowed.
pub(crate) fn is_loop(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    let code = 40;
    #[cfg(not(target_os = "linux"))]
    let code = 62;
    cfg!(unix) && error.raw_os_error() == Some(code)
}

/// The real path, links followed, if it differs from the requested path.
pub(crate) fn locate(dir: &Dir, path: &str) -> Result<Option<Box<str>>, LookupError> {
    if path.is_empty() || system::has_no_links(dir, path)? {
        return Ok(None);
    }
    portable::real_path(dir, path).map(Some)
}

/// Like [`locate`], but the part of the path that does not exist is kept as written (L37).
pub(crate) fn locate_or_keep(dir: &Dir, path: &str) -> Result<Option<Box<str>>, LookupError> {
    let mut existing = path;
    loop {
        match locate(dir, existing) {
            Ok(real) if existing.len() == path.len() => return Ok(real),
            Ok(real) => {
                let rest = path[existing.len()..].trim_start_matches('/');
                return keep(dir, path, real.as_deref().unwrap_or(existing), rest);
            }
            // The directory itself is open, so this ends.
            Err(LookupError::Absent) => existing = split(existing).0,
            Err(miss) => return Err(miss),
        }
    }
}

/// The path of something that is to be created: `rest` beneath `real`, where its first name must be free.
fn keep(dir: &Dir, path: &str, real: &str, rest: &str) -> Result<Option<Box<str>>, LookupError> {
    let first = rest.split('/').next().unwrap_or(rest);
    match kind(dir, &join(real, first)) {
        Err(LookupError::Absent) => {
            let rel_path = join(real, rest);
            Ok((rel_path != path).then(|| rel_path.into()))
        }
        // A dangling link is not free: a write there would go elsewhere.
        Ok(Kind::Link) => Err(LookupError::Hidden),
        // It appeared just now; the next call will see it.
        Ok(_) => Err(LookupError::Absent),
        Err(miss) => Err(miss),
    }
}

/// The kind of an entry; links are not followed.
pub(crate) fn kind(dir: &Dir, path: &str) -> Result<Kind, LookupError> {
    if path.is_empty() { Ok(Kind::Directory) } else { system::kind(dir, path) }
}

/// Opens the deepest directory on a path that exists, and says which it is.
pub(crate) fn open_deepest<'p>(dir: &Dir, path: &'p str) -> Result<(Dir, &'p str), LookupError> {
    let mut existing = path;
    loop {
        match open_dir(dir, existing) {
            Ok(found) => return Ok((found, existing)),
            Err(LookupError::Absent) if !existing.is_empty() => existing = split(existing).0,
            Err(miss) => return Err(miss),
        }
    }
}

/// Visits the entries of a directory: each name as bytes, and its kind as the directory records it.
pub(crate) fn each_entry(dir: &Dir, scratch: &mut Scratch, mut entry: impl FnMut(&[u8], Kind)) -> io::Result<()> {
    entries_until(dir, scratch, |name, kind| {
        entry(name, kind);
        ControlFlow::Continue(())
    })
}

/// What identifies a file or a directory: device and inode number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct InodeId {
    pub(crate) device: u64,
    pub(crate) inode: u64,
}

impl InodeId {
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }

    pub(crate) fn of_dir(dir: &Dir) -> io::Result<Self> {
        Ok(Self::of(&dir.dir_metadata()?))
    }
}

/// The metadata of a file, enough to notice a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStat {
    /// Its size in bytes.
    pub size: u64,
    /// Its modification time in nanoseconds since 1970; `None` if the system does not report it.
    pub modified_ns: Option<i64>,
    /// When anything about it last changed, including its name and times. Programs cannot set it. Unix only.
    pub changed_ns: Option<i64>,
    /// Its inode number: another file of the same name has another one. Unix only.
    pub inode: Option<u64>,
}

/// Joins two relative paths; either may be empty.
pub(crate) fn join(base: &str, rest: &str) -> String {
    let slash = if base.is_empty() || rest.is_empty() { "" } else { "/" };
    [base, slash, rest].concat()
}

/// The relative path of the parent directory, and the name in it.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

#[cfg(test)]
mod tests;
