//! Files that are replaced atomically, by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use world_adapter::{create_private_folder, open_private, wait_for_lock};

/// How long a command waits for another that changes the person's files.
const TURN_TIMEOUT: Duration = Duration::from_secs(10);

/// The right to read and change the person's files, until it is dropped: what a command has read is what it replaces.
#[derive(Debug)]
pub(crate) struct Turn {
    /// Holds the lock.
    _lock: File,
}

impl Turn {
    /// Waits until no other process has the turn that belongs to this lock file.
    pub(crate) fn take(lock: &Path) -> io::Result<Self> {
        lock.parent().map_or(Ok(()), create_private_folder)?;
        let file = open_private(lock, OpenOptions::new().create(true).truncate(false))?;
        match wait_for_lock(&file, Instant::now() + TURN_TIMEOUT) {
            Ok(()) => Ok(Self { _lock: file }),
            Err(TryLockError::WouldBlock) => Err(io::Error::other("another command is changing it; try again")),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Writes beside the file, syncs, then renames. An existing file keeps its permissions; a link stays, and the file that it leads to
/// is replaced. When it fails, nothing is left beside the file.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(file);
    let file = real.as_deref().unwrap_or(file);
    let mut new = tempfile::Builder::new().prefix(".ck3raven-").tempfile_in(file.parent().unwrap_or(Path::new(".")))?;
    if let Ok(found) = fs::metadata(file) {
        new.as_file().set_permissions(found.permissions())?;
    }
    new.write_all(bytes)?;
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}
