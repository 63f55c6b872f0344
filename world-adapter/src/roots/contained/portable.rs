//! Containment through cap-std alone: one step at a time where the kernel has no call for the whole path.

use std::io;
use std::ops::ControlFlow;

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::fs::{Dir, File, OpenOptions};

use super::{FileStat, LookupError, split};
use crate::read::kind::Kind;

/// The buffer of [`each_entry`]; this implementation needs none.
#[derive(Debug, Default)]
pub(crate) struct Scratch;

/// The path without links. cap-std rejects anything that leads outside.
pub(super) fn real_path(dir: &Dir, path: &str) -> Result<Box<str>, LookupError> {
    let real = dir.canonicalize(path)?;
    let names: Option<Vec<&str>> = real
        .components()
        .filter(|part| !matches!(part, std::path::Component::CurDir))
        .map(|part| part.as_os_str().to_str())
        .collect();
    names.map(|names| names.join("/").into()).ok_or(LookupError::Hidden)
}

#[cfg_attr(target_os = "linux", allow(dead_code, reason = "for kernels without openat2, and the other systems"))]
pub(super) fn has_no_links(dir: &Dir, path: &str) -> Result<bool, LookupError> {
    Ok(*real_path(dir, path)? == *path)
}

pub(super) fn kind(dir: &Dir, path: &str) -> Result<Kind, LookupError> {
    let (parent, name) = split(path);
    let metadata = open_dir(dir, parent)?.symlink_metadata(name)?;
    Ok(Kind::of(metadata.file_type()))
}

pub(crate) fn open_dir(dir: &Dir, path: &str) -> Result<Dir, LookupError> {
    let mut here = dir.open_dir(".")?;
    for name in path.split('/').filter(|name| !name.is_empty()) {
        here = open_child(&here, name)?;
    }
    Ok(here)
}

pub(crate) fn open_child(dir: &Dir, name: &str) -> Result<Dir, LookupError> {
    Ok(dir.open_dir_nofollow(name)?)
}

pub(crate) fn open_file(dir: &Dir, path: &str) -> Result<File, LookupError> {
    let (parent, name) = split(path);
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    Ok(open_dir(dir, parent)?.open_with(name, &options)?)
}

/// Its permissions are all that is known without opening it for writing.
#[cfg_attr(target_os = "linux", allow(dead_code, reason = "Linux asks the kernel"))]
pub(crate) fn refuses_writing(_: &Dir, _: &str) -> bool {
    false
}

#[cfg_attr(target_os = "linux", allow(dead_code, reason = "Linux reads entries itself; tests compare the two"))]
pub(crate) fn each_entry(
    dir: &Dir,
    _: &mut Scratch,
    mut entry: impl FnMut(&[u8], Kind) -> ControlFlow<()>,
) -> io::Result<()> {
    for found in dir.entries()? {
        let found = found?;
        let kind = found.file_type().map_or(Kind::Unknown, Kind::of);
        if entry(found.file_name().as_encoded_bytes(), kind).is_break() {
            break;
        }
    }
    Ok(())
}

#[cfg_attr(target_os = "linux", allow(dead_code, reason = "Linux asks the kernel; tests compare the two"))]
pub(crate) fn stat(dir: &Dir, name: &str) -> io::Result<(Kind, FileStat)> {
    let metadata = dir.symlink_metadata(name)?;
    let modified = metadata.modified().ok().map(cap_std::time::SystemTime::into_std);
    let since_1970 = modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    let mut found = FileStat {
        size: metadata.len(),
        modified_ns: since_1970.and_then(|time| i64::try_from(time.as_nanos()).ok()),
        changed_ns: None,
        inode: None,
    };
    #[cfg(unix)]
    {
        use cap_std::fs::MetadataExt as _;
        found.inode = Some(metadata.ino());
        let nanos = i128::from(metadata.ctime()) * 1_000_000_000 + i128::from(metadata.ctime_nsec());
        found.changed_ns = i64::try_from(nanos).ok();
    }
    #[cfg(not(unix))]
    let _ = &mut found;
    Ok((Kind::of(metadata.file_type()), found))
}
