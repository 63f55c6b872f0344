//! Whether a change is still being made: its process holds the lock of its record meanwhile.
//!
//! The system frees the lock when the process ends, however it ends. So a pending record whose lock is free was left by a process
//! that ended, and no clock is asked.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use world_adapter::open_private;

/// The lock of a change that is being made, from before it is recorded until it is confirmed or discarded.
#[derive(Debug, Default)]
#[must_use = "the change counts as abandoned once its lock is dropped"]
pub struct PendingLock {
    _file: Option<File>,
}

/// Beside a record that is pending; empty.
const LOCK: &str = "pending.lock";

impl PendingLock {
    /// Locks the folder of a change.
    pub(super) fn take(folder: &Path) -> io::Result<Self> {
        let file = open_private(&folder.join(LOCK), OpenOptions::new().create(true).truncate(false))?;
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
