//! A directory that the operator's configuration opened: once, as a capability.

use std::io;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::roots::contained::InodeId;
use crate::roots::host_path::HostPath;
use crate::roots::open_roots::RootState;
use crate::roots::spelling::LetterCase;

/// For how many milliseconds a directory is assumed to be the one that the configuration names.
const CHECK_INTERVAL: u64 = 1000;

/// A root or a mod, opened. Everything beneath it is reached through the handle; the host path only shows whether the directory
/// has been replaced.
pub(crate) struct RootHandle {
    /// Open, for the first [`MAX_HELD`]; the others are opened when they are used.
    dir: Option<PooledDir>,
    /// The configured handling of letter case, or that of the file system once it could be probed.
    letter_case: OnceLock<LetterCase>,
    host: HostPath,
    canonical: HostPath,
    file_id: InodeId,
    since: Instant,
    /// When it was last checked, in milliseconds after it was opened.
    last_check: AtomicU64,
    was_current: AtomicBool,
}

/// A directory that stays open, one of a bounded number: a playset may have more mods than the system allows open files.
struct PooledDir(Dir);

/// How many directories of this process stay open. None on Windows: an open directory cannot be renamed or deleted there, and
/// the player and Steam may move mods while the server runs.
const MAX_HELD: usize = if cfg!(windows) { 0 } else { 128 };
static HELD: AtomicUsize = AtomicUsize::new(0);

impl PooledDir {
    fn try_hold(dir: Dir) -> Option<Self> {
        let is_free = HELD.fetch_update(Relaxed, Relaxed, |held| (held < MAX_HELD).then_some(held + 1)).is_ok();
        // Created only if it counts: dropping it decrements the count.
        is_free.then(|| Self(dir))
    }
}

impl Drop for PooledDir {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Relaxed);
    }
}

/// The directory of a root, open while this lives.
pub(crate) enum RootDir<'r> {
    Held(&'r Dir),
    Reopened(Dir),
}

impl Deref for RootDir<'_> {
    type Target = Dir;

    fn deref(&self) -> &Dir {
        match self {
            Self::Held(dir) => dir,
            Self::Reopened(dir) => dir,
        }
    }
}

impl RootHandle {
    /// Opens a configured directory: the only place where a host path becomes a capability.
    ///
    /// The file system decides whether letter case matters, unless the configuration does.
    pub(crate) fn open(host: HostPath, letter_case: Option<LetterCase>) -> Result<Self, RootState> {
        if host.is_network() {
            return Err(RootState::NetworkPath);
        }
        if !host.as_path().is_absolute() {
            return Err(RootState::RelativePath);
        }
        let dir = open_ambient(&host)?;
        let file_id = InodeId::of_dir(&dir).map_err(|error| state_of(&error))?;
        // A root must be readable; find out now and not at the first call.
        dir.entries().map_err(|error| state_of(&error))?;
        let canonical = host.canonical().map_err(|error| state_of(&error))?;
        // A drive letter may be mapped to a share.
        if canonical.is_network() {
            return Err(RootState::NetworkPath);
        }
        let letter_case = letter_case.or_else(|| LetterCase::probe(&dir)).map_or_else(OnceLock::new, OnceLock::from);
        Ok(Self {
            letter_case,
            dir: PooledDir::try_hold(dir),
            host,
            canonical,
            file_id,
            since: Instant::now(),
            last_check: AtomicU64::new(0),
            was_current: AtomicBool::new(true),
        })
    }

    /// Device and inode number of the current directory, to notice a replacement.
    pub(crate) fn file_id_of(host: &HostPath) -> Option<(u64, u64)> {
        let found = InodeId::of_dir(&open_ambient(host).ok()?).ok()?;
        Some((found.device, found.inode))
    }

    /// Whether it is the directory that a path names now.
    pub(crate) fn is_at(&self, path: &HostPath) -> bool {
        open_ambient(path).is_ok_and(|dir| InodeId::of_dir(&dir).is_ok_and(|file_id| file_id == self.file_id))
    }

    /// The directory that was opened: one that does not stay open is reopened and must be the same.
    pub(crate) fn dir(&self) -> io::Result<RootDir<'_>> {
        if let Some(PooledDir(dir)) = &self.dir {
            return Ok(RootDir::Held(dir));
        }
        let dir = Dir::open_ambient_dir(self.host.as_path(), ambient_authority())?;
        if InodeId::of_dir(&dir)? == self.file_id {
            Ok(RootDir::Reopened(dir))
        } else {
            Err(io::ErrorKind::NotFound.into())
        }
    }

    /// Whether the disk ignores letter case.
    pub(crate) fn ignores_case(&self) -> bool {
        let known = self.letter_case.get().copied().or_else(|| {
            // The directory was empty when it was opened, and may not be now.
            let found = LetterCase::probe(&*self.dir().ok()?)?;
            Some(*self.letter_case.get_or_init(|| found))
        });
        known.unwrap_or(LetterCase::USUAL) == LetterCase::Ignored
    }

    pub(crate) fn canonical(&self) -> &HostPath {
        &self.canonical
    }

    /// The path as configured.
    pub(crate) fn host(&self) -> &HostPath {
        &self.host
    }

    /// Whether the configured path still names the directory that was opened; checked at most once a second.
    pub(crate) fn is_current(&self) -> bool {
        let now = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        // Two concurrent checks find the same; it does not matter which of them is stored.
        if now.saturating_sub(self.last_check.load(Relaxed)) >= CHECK_INTERVAL {
            self.was_current.store(self.state() == RootState::Ready, Relaxed);
            self.last_check.store(now, Relaxed);
        }
        self.was_current.load(Relaxed)
    }

    /// Checks again, now.
    pub(crate) fn state(&self) -> RootState {
        match open_ambient(&self.host).map(|dir| InodeId::of_dir(&dir)) {
            Ok(Ok(file_id)) if file_id == self.file_id => RootState::Ready,
            Ok(_) => RootState::Replaced,
            Err(state) => state,
        }
    }
}

fn open_ambient(host: &HostPath) -> Result<Dir, RootState> {
    Dir::open_ambient_dir(host.as_path(), ambient_authority()).map_err(|error| state_of(&error))
}

fn state_of(error: &io::Error) -> RootState {
    match error.kind() {
        io::ErrorKind::NotFound => RootState::Missing,
        io::ErrorKind::NotADirectory => RootState::NotADirectory,
        _ => RootState::Unreadable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l54_a_root_that_was_empty_at_the_start_is_asked_about_letter_case_later() {
        let folder = tempfile::tempdir().unwrap();
        let root = RootHandle::open(HostPath::new(folder.path().to_owned()), None).unwrap();
        assert_eq!(root.ignores_case(), LetterCase::USUAL == LetterCase::Ignored);
        std::fs::write(folder.path().join("a"), "").unwrap();
        // As on a disk that ignores letter case: both names are one file.
        if cfg!(target_os = "linux") {
            std::fs::hard_link(folder.path().join("a"), folder.path().join("A")).unwrap();
            assert!(root.ignores_case());
        }
    }

    #[test]
    fn no_more_directories_stay_open_than_may() {
        let folder = tempfile::tempdir().unwrap();
        let open = |_| RootHandle::open(HostPath::new(folder.path().to_owned()), None).unwrap();
        let handles: Vec<RootHandle> = (0..3 * MAX_HELD).map(open).collect();
        assert!(handles.iter().filter(|handle| handle.dir.is_some()).count() <= MAX_HELD);
        assert!(handles.iter().all(|handle| handle.dir().is_ok()));
        drop(handles);
        assert!(MAX_HELD == 0 || (0..MAX_HELD).any(|held| open(held).dir.is_some()), "room comes back");
    }
}
