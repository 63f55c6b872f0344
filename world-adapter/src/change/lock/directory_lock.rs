//! The lock of a directory, on the directory itself: every process that changes a file in it takes it (L102).
//!
//! It is the system's advisory lock of the open directory. No file is made for it, it ends with its process, and two servers
//! with different state folders, or of different users, take turns at it. Where a system or a file system cannot lock
//! directories, the processes that share a folder of lock files do (`lock_file.rs`).

use std::fs::{File, TryLockError};
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use cap_std::fs::Dir;

use crate::change::lock::{LockError, wait_for_lock};
use crate::resolve::reference_table::Target;
use crate::roots::contained::{self, InodeId, LookupError, split};

/// A directory that this process has locked, until it is dropped.
pub(crate) struct DirectoryLock {
    id: InodeId,
    _file: File,
}

impl DirectoryLock {
    /// Locks the directory of each target, or its deepest existing parent if the directory is still to be created.
    pub(crate) fn take(targets: &[&Target], deadline: Instant) -> Result<Vec<Self>, LockError> {
        if !cfg!(unix) {
            return Ok(Vec::new());
        }
        loop {
            let wanted = directories(targets)?;
            let ids: Vec<InodeId> = wanted.iter().map(|(id, _)| *id).collect();
            let mut taken = Vec::with_capacity(wanted.len());
            for (id, dir) in wanted {
                let file = dir.into_std_file();
                match wait_for_lock(&file, deadline) {
                    Ok(()) => taken.push(Self { id, _file: file }),
                    Err(TryLockError::WouldBlock) => return Err(LockError::Busy),
                    // A file system without such locks; the lock files in the state folder remain.
                    Err(TryLockError::Error(_)) => {}
                }
            }
            // The previous holder of the lock may have created the directory that this change needs, or moved one.
            let now: Vec<InodeId> = directories(targets)?.iter().map(|(id, _)| *id).collect();
            if now == ids {
                return Ok(taken);
            }
            if Instant::now() >= deadline {
                return Err(LockError::Busy);
            }
            drop(taken);
            thread::sleep(POLL_INTERVAL);
        }
    }
}

short_debug!(DirectoryLock, it => "DirectoryLock({})", it.id.inode);

/// How long to wait before the directories are looked up again.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The directories of the targets, each once, in a fixed order. A directory that is hidden or inaccessible is not locked: the
/// change itself will report it.
fn directories(targets: &[&Target]) -> io::Result<Vec<(InodeId, Dir)>> {
    let mut found = Vec::with_capacity(2);
    for target in targets {
        if let Some(dir) = deepest(target)? {
            found.push((InodeId::of_dir(&dir)?, dir));
        }
    }
    found.sort_by_key(|(id, _)| *id);
    found.dedup_by_key(|(id, _)| *id);
    Ok(found)
}

fn deepest(target: &Target) -> io::Result<Option<Dir>> {
    match contained::open_deepest(&*target.opened.dir()?, split(target.path()).0) {
        Ok((dir, _)) => Ok(Some(dir)),
        Err(LookupError::Failed(error)) => Err(error),
        Err(_) => Ok(None),
    }
}
