//! What keeps every access beneath its root, by the kernel's own answer (L36).
//!
//! Looking something up finds out where it *really* lies: links inside a root are followed once, by [`locate`], and the
//! way without links is what everything after it uses. Whatever is opened is opened without following any link, so a
//! directory swapped for a link between the two steps is an error and never another place.

mod disk;
#[cfg(target_os = "linux")]
mod linux;
mod portable;

use std::io;
use std::ops::ControlFlow;

use cap_std::fs::{Dir, File};

use crate::read::kind::Kind;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use portable as system;

pub(crate) use disk::Disk;
pub(crate) use system::Scratch;

/// Why nothing is there.
#[derive(Debug)]
pub(crate) enum LookupError {
    /// Nothing of that name, or a parent is not a directory.
    Absent,
    /// It leads outside, loops, is a link where none may be, or is too long. To an agent the same as absent (L38).
    Hidden,
    /// It is there under another spelling, on a disk that ignores letter case: this one.
    Misspelled(Box<str>),
    /// The system does not let us look. While an address is resolved, the same as absent too.
    Closed(io::Error),
    /// The system failed.
    Failed(io::Error),
}

impl From<io::Error> for LookupError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as K;
        match error.kind() {
            K::NotFound | K::NotADirectory => Self::Absent,
            // An escape is cap-std's own `PermissionDenied`, without a code of the system.
            K::PermissionDenied if error.raw_os_error().is_some() => Self::Closed(error),
            K::PermissionDenied | K::InvalidFilename | K::InvalidInput | K::CrossesDevices => Self::Hidden,
            _ if is_loop(&error) => Self::Hidden,
            _ => Self::Failed(error),
        }
    }
}

impl LookupError {
    /// As an error of the system, for a step that knows only those.
    pub(crate) fn into_io(self) -> io::Error {
        match self {
            Self::Absent => io::ErrorKind::NotFound.into(),
            Self::Hidden | Self::Misspelled(_) => io::ErrorKind::PermissionDenied.into(),
            Self::Failed(error) | Self::Closed(error) => error,
        }
    }
}

/// `ELOOP` has no stable kind: a loop of links, or a link where none may be.
pub(crate) fn is_loop(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    let code = 40;
    #[cfg(not(target_os = "linux"))]
    let code = 62;
    cfg!(unix) && error.raw_os_error() == Some(code)
}

/// The real path, links followed, if it differs from the path that was asked for.
pub(crate) fn locate(dir: &Dir, path: &str) -> Result<Option<Box<str>>, LookupError> {
    if path.is_empty() || system::has_no_links(dir, path)? {
        return Ok(None);
    }
    portable::real_path(dir, path).map(Some)
}

/// As [`locate`], but the part of the path that does not exist is kept as written (L37).
pub(crate) fn locate_or_keep(dir: &Dir, path: &str) -> Result<Option<Box<str>>, LookupError> {
    let mut existing = path;
    loop {
        match locate(dir, existing) {
            Ok(real) if existing.len() == path.len() => return Ok(real),
            Ok(real) => {
                let rest = path[existing.len()..].trim_start_matches('/');
                return keep(dir, path, real.as_deref().unwrap_or(existing), rest);
            }
            Err(LookupError::Absent) if !existing.is_empty() => existing = split(existing).0,
            Err(miss) => return Err(miss),
        }
    }
}

/// The way to something that is to be made: `rest` beneath `real`, where its first name must be free.
fn keep(dir: &Dir, path: &str, real: &str, rest: &str) -> Result<Option<Box<str>>, LookupError> {
    let first = rest.split('/').next().unwrap_or(rest);
    match kind(dir, &join(real, first)) {
        Err(LookupError::Absent) => {
            let rel_path = join(real, rest);
            Ok((rel_path != path).then(|| rel_path.into()))
        }
        // A link that leads nowhere is something: what is written there would be written elsewhere.
        Ok(Kind::Link) => Err(LookupError::Hidden),
        // It came into being just now; the next call will see it.
        Ok(_) => Err(LookupError::Absent),
        Err(miss) => Err(miss),
    }
}

/// What is at a place; a link is a link.
pub(crate) fn kind(dir: &Dir, path: &str) -> Result<Kind, LookupError> {
    if path.is_empty() { Ok(Kind::Directory) } else { system::kind(dir, path) }
}

/// Opens a directory, following no link.
pub(crate) fn open_dir(dir: &Dir, path: &str) -> Result<Dir, LookupError> {
    system::open_dir(dir, path)
}

/// Opens a child directory by its name, following no link.
pub(crate) fn open_child(dir: &Dir, name: &str) -> Result<Dir, LookupError> {
    system::open_child(dir, name)
}

/// Opens a file for reading, following no link and waiting for nothing. Look at the handle's kind before reading.
pub(crate) fn open_file(dir: &Dir, path: &str) -> Result<File, LookupError> {
    system::open_file(dir, path)
}

/// Whether the system says that this process may not write a file that is there.
pub(crate) fn refuses_writing(dir: &Dir, path: &str) -> bool {
    system::refuses_writing(dir, path)
}

/// Goes through a directory: each entry's name as bytes, and its kind as the directory knows it.
pub(crate) fn each_entry(dir: &Dir, scratch: &mut Scratch, mut entry: impl FnMut(&[u8], Kind)) -> io::Result<()> {
    system::each_entry(dir, scratch, |name, kind| {
        entry(name, kind);
        ControlFlow::Continue(())
    })
}

/// As [`each_entry`], until `entry` breaks it off.
pub(crate) fn entries_until(
    dir: &Dir,
    scratch: &mut Scratch,
    entry: impl FnMut(&[u8], Kind) -> ControlFlow<()>,
) -> io::Result<()> {
    system::each_entry(dir, scratch, entry)
}

/// What the file system says of a file: enough to tell that it has been changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileStat {
    /// Its size in bytes.
    pub size: u64,
    /// When its content was last written, in nanoseconds since 1970; nothing where the system does not say.
    pub modified_ns: Option<i64>,
    /// When anything about it was last changed, its name and times too. Programs cannot set it. Unix alone has it.
    pub changed_ns: Option<i64>,
    /// Its number on its disk: another file of the same name has another one. Unix alone has it.
    pub inode: Option<u64>,
}

/// Asks about a name in a directory; a link is a link.
pub(crate) fn stat(dir: &Dir, name: &str) -> io::Result<(Kind, FileStat)> {
    system::stat(dir, name)
}

/// Appends a way to a way; either may be empty.
pub(crate) fn join(base: &str, rest: &str) -> String {
    let slash = if base.is_empty() || rest.is_empty() { "" } else { "/" };
    [base, slash, rest].concat()
}

/// The way to the directory that holds something, and its name there.
pub(crate) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

#[cfg(test)]
mod tests;
