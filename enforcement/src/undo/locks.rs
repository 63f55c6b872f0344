//! The locks of the undo store. The system frees a lock when its process ends, however it ends, so no clock is asked whether it did.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use world_adapter::{open_private, wait_for_lock};

use super::UndoError;

/// Beside a record that is pending; empty.
const LOCK: &str = "pending.lock";
/// Locked while changes are being undone; empty.
const TURN: &str = "undo.lock";
/// How long an undo waits for another one.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);

/// The lock of a change that is being made, from before it is recorded until it is confirmed or discarded.
#[derive(Debug, Default)]
#[must_use = "the change counts as abandoned once its lock is dropped"]
pub struct PendingLock {
    _file: Option<File>,
}

impl PendingLock {
    /// Locks the folder of a change.
    pub(super) fn take(folder: &Path) -> io::Result<Self> {
        let file = open(&folder.join(LOCK))?;
        // On a file system without locks nobody can tell, and `is_free` says so.
        _ = file.try_lock();
        Ok(Self { _file: Some(file) })
    }

    /// Whether the process that was making the change ended. An earlier version left no lock.
    pub(super) fn is_free(folder: &Path) -> bool {
        match File::open(folder.join(LOCK)) {
            // Shared, so that two processes that look at once do not mistake each other for the writer.
            Ok(file) => file.try_lock_shared().is_ok(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        }
    }

    /// The change is not pending any more.
    pub(super) fn remove(folder: &Path) {
        _ = fs::remove_file(folder.join(LOCK));
    }
}

/// The right to undo changes, among all processes that share a store, until it is dropped.
#[derive(Debug, Default)]
#[must_use = "another undo may begin once it is dropped"]
pub struct UndoTurn {
    _file: Option<File>,
}

impl UndoTurn {
    /// Waits until no other undo of this store is in progress.
    pub(super) fn take(store: &Path) -> Result<Self, UndoError> {
        Self::take_within(store, TURN_TIMEOUT)
    }

    fn take_within(store: &Path, timeout: Duration) -> Result<Self, UndoError> {
        let file = match open(&store.join(TURN)) {
            Ok(file) => file,
            // Nothing was ever recorded.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(error.into()),
        };
        match wait_for_lock(&file, Instant::now() + timeout) {
            Err(TryLockError::WouldBlock) => Err(UndoError::Busy),
            // On a file system without locks, every undo still takes the locks of the files that it changes.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { _file: Some(file) }),
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    open_private(path, OpenOptions::new().create(true).truncate(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_an_undo_does_not_wait_for_ever_for_another() {
        let store = tempfile::tempdir().unwrap();
        let soon = Duration::from_millis(30);
        let first = UndoTurn::take_within(store.path(), soon).unwrap();
        assert!(matches!(UndoTurn::take_within(store.path(), soon), Err(UndoError::Busy)));
        drop(first);
        assert!(UndoTurn::take_within(store.path(), soon).is_ok());
    }
}
