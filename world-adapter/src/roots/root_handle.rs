//! A directory that the operator's configuration opened: once, as a capability.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use cap_fs_ext::MetadataExt as _;
use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::roots::host_path::HostPath;
use crate::roots::open_roots::RootState;

/// How many milliseconds a directory is trusted to be the one that the configuration still names.
const TRUSTED_FOR: u64 = 1000;

/// A root or a mod, opened. Everything beneath it is reached through the handle; the host path only tells whether the
/// directory has been replaced.
pub(crate) struct RootHandle {
    dir: Dir,
    host: HostPath,
    canonical: HostPath,
    file_id: FileId,
    since: Instant,
    /// When it was last looked at, in milliseconds after it was opened.
    last_look: AtomicU64,
    was_current: AtomicBool,
}

/// What makes a directory this one and no other.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileId {
    device: u64,
    inode: u64,
}

impl RootHandle {
    /// The operator's door: the only place where a host path becomes a capability.
    pub(crate) fn open(host: HostPath) -> Result<Self, RootState> {
        if host.is_network() {
            return Err(RootState::NetworkPath);
        }
        if !host.as_path().is_absolute() {
            return Err(RootState::RelativePath);
        }
        let dir = open_ambient(&host)?;
        let file_id = file_id(&dir).map_err(|error| state_of(&error))?;
        // Reading is what a root is for; find out now and not at the first call.
        dir.entries().map_err(|error| state_of(&error))?;
        let canonical = host.canonical().map_err(|error| state_of(&error))?;
        Ok(Self {
            dir,
            host,
            canonical,
            file_id,
            since: Instant::now(),
            last_look: AtomicU64::new(0),
            was_current: AtomicBool::new(true),
        })
    }

    pub(crate) fn dir(&self) -> &Dir {
        &self.dir
    }

    pub(crate) fn canonical(&self) -> &HostPath {
        &self.canonical
    }

    /// Whether the configured path still names the directory that was opened; looks at most once a second.
    pub(crate) fn is_current(&self) -> bool {
        let now = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        // Two calls that look at once find the same; which of them is remembered does not matter.
        if now.saturating_sub(self.last_look.load(Relaxed)) >= TRUSTED_FOR {
            self.was_current.store(self.state() == RootState::Ready, Relaxed);
            self.last_look.store(now, Relaxed);
        }
        self.was_current.load(Relaxed)
    }

    /// Looks again, now.
    pub(crate) fn state(&self) -> RootState {
        match open_ambient(&self.host).map(|dir| file_id(&dir)) {
            Ok(Ok(file_id)) if file_id == self.file_id => RootState::Ready,
            Ok(_) => RootState::Replaced,
            Err(state) => state,
        }
    }
}

fn open_ambient(host: &HostPath) -> Result<Dir, RootState> {
    Dir::open_ambient_dir(host.as_path(), ambient_authority()).map_err(|error| state_of(&error))
}

fn file_id(dir: &Dir) -> io::Result<FileId> {
    let metadata = dir.dir_metadata()?;
    Ok(FileId { device: metadata.dev(), inode: metadata.ino() })
}

fn state_of(error: &io::Error) -> RootState {
    match error.kind() {
        io::ErrorKind::NotFound => RootState::Missing,
        io::ErrorKind::NotADirectory => RootState::NotADirectory,
        _ => RootState::Unreadable,
    }
}
