//! Waiting for a lock of the system, which another process may hold.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::LockError;
use crate::roots::private_file::{create_private_folder, open_private};

/// The polling interval: at first, and at most.
const MIN_WAIT: Duration = Duration::from_micros(200);
const MAX_WAIT: Duration = Duration::from_millis(2);

/// Tries once to take a lock.
pub(super) type TryLock = fn(&File) -> Result<(), TryLockError>;

/// Takes the lock of a file in a folder.
pub(super) fn lock_file(folder: &Path, name: &str, deadline: Instant, try_lock: TryLock) -> Result<File, LockError> {
    let file = open_in_folder(folder, name, OpenOptions::new().create(true).truncate(false))?;
    wait_with(&file, deadline, try_lock)?;
    Ok(file)
}

/// Waits for the system's lock of an open file or directory, which another process may hold, until a deadline.
pub fn wait_for_lock(file: &File, deadline: Instant) -> Result<(), TryLockError> {
    wait_with(file, deadline, File::try_lock)
}

fn wait_with(file: &File, deadline: Instant, try_lock: TryLock) -> Result<(), TryLockError> {
    let mut wait = MIN_WAIT;
    loop {
        match try_lock(file) {
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(wait),
            ended => return ended,
        }
        wait = (wait * 2).min(MAX_WAIT);
    }
}

/// Opens a private file for writing; creates its folder if necessary.
pub(crate) fn open_in_folder(folder: &Path, name: &str, options: &mut OpenOptions) -> io::Result<File> {
    let path = folder.join(name);
    match open_private(&path, options) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_private_folder(folder)?;
            open_private(&path, options)
        }
        opened => opened,
    }
}
