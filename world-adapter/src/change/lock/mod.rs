//! One change of a file at a time, across threads and processes that share a world (L102).
//!
//! A change holds the lock of its file's directory from the moment it reads the file until the file is changed. So what it saw
//! is what it replaces. Threads of this process queue at a stripe; other processes meet at the directory itself, whatever
//! state folder each of them has (`directory_lock.rs`), and where a directory cannot be locked, at files in the program's own
//! state, or in a folder that all processes of a user share. The number of stripes is fixed: two directories that share one only
//! wait for each other.
//!
//! A change of a whole folder takes every stripe, and the lock that all other changes share: meanwhile no process that shares
//! the state changes a file, in the folder or anywhere else. So it takes them only when it is about to be made, and checks then
//! what it saw without them.
//!
//! A wait is short (L101): after that the change is answered with "busy, retry", so that a stuck process cannot hold this one's
//! workers, and its reads with them.

pub(crate) mod directory_lock;
mod lock_file;
mod stripe;
#[cfg(test)]
mod tests;

use std::fs::{File, TryLockError};
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use self::directory_lock::DirectoryLock;
use self::lock_file::lock_file;
pub(crate) use self::lock_file::open_in_folder;
pub use self::lock_file::wait_for_lock;
use self::stripe::{HeldStripe, Stripe};
use crate::resolve::reference_table::Target;

/// How many stripes there are: one for each value of [`LocationDigest::stripe`](crate::resolve::location::LocationDigest::stripe).
const STRIPES: usize = 256;
/// How long a change waits for its locks, all of them together.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
/// The lock file that every change of a file shares, and that a change of a whole folder holds exclusively.
const FOLDERS_LOCK: &str = "folders.lock";

/// The extent of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LockExtent {
    /// A file in a directory.
    File,
    /// A folder, with everything in it.
    Folder,
}

/// All locks of a world.
pub(crate) struct Locks {
    stripes: Vec<Stripe>,
    /// The lock files for processes that share the state; `None` if no other process does.
    folder: Option<PathBuf>,
    timeout: Duration,
}

/// The right to change a file, until it is dropped: directories and files are unlocked first, then the threads.
#[derive(Default)]
pub(crate) struct ChangeLock<'w> {
    directories: Vec<DirectoryLock>,
    files: Vec<File>,
    stripes: Vec<HeldStripe<'w>>,
}

/// Why a lock was not taken.
#[derive(Debug)]
pub(crate) enum LockError {
    /// Another process holds it.
    Busy,
    /// The system failed.
    Failed(io::Error),
}

impl From<TryLockError> for LockError {
    fn from(error: TryLockError) -> Self {
        match error {
            TryLockError::WouldBlock => Self::Busy,
            TryLockError::Error(error) => Self::Failed(error),
        }
    }
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl Locks {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self::with_timeout(folder, LOCK_TIMEOUT)
    }

    pub(crate) fn with_timeout(folder: Option<PathBuf>, timeout: Duration) -> Self {
        Self { stripes: (0..STRIPES).map(|_| Stripe::default()).collect(), folder, timeout }
    }

    /// Waits for the directories of these targets. The order is always the same, so that there is no deadlock: the lock that
    /// file changes share, then stripes and their files by number, then directories by inode number.
    pub(crate) fn lock(&self, targets: &[&Target], extent: LockExtent) -> Result<ChangeLock<'_>, LockError> {
        let mut deadline = Instant::now() + self.timeout;
        let mut locked = match extent {
            LockExtent::File => {
                let stripes = targets.iter().map(|target| target.directory_location().stripe());
                self.lock_places(stripes, &mut deadline)?
            }
            LockExtent::Folder => self.lock_everything(deadline)?,
        };
        match DirectoryLock::take(targets, deadline) {
            Ok(directories) => locked.directories = directories,
            Err(error) => return Err(locked.fail(error)),
        }
        Ok(locked)
    }

    /// Every stripe of this process, and the file that every other change shares.
    fn lock_everything(&self, deadline: Instant) -> Result<ChangeLock<'_>, LockError> {
        let mut locked = ChangeLock::default();
        if let Some(folder) = &self.folder {
            locked.files.push(lock_file(folder, FOLDERS_LOCK, deadline, File::try_lock)?);
        }
        for stripe in &self.stripes {
            locked.stripes.push(stripe.hold(deadline)?);
        }
        Ok(locked)
    }

    fn lock_places(
        &self,
        stripes: impl Iterator<Item = usize>,
        deadline: &mut Instant,
    ) -> Result<ChangeLock<'_>, LockError> {
        let mut numbers: Vec<usize> = stripes.collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut locked = ChangeLock::default();
        if let Some(folder) = &self.folder {
            locked.files.push(lock_file(folder, FOLDERS_LOCK, *deadline, File::try_lock_shared)?);
        }
        for number in numbers {
            let stripe = self.stripes[number].hold(*deadline)?;
            if stripe.is_busy() {
                *deadline = Instant::now();
            }
            stripe.leave_gap();
            locked.stripes.push(stripe);
            if let Some(folder) = &self.folder {
                match lock_file(folder, &format!("{number:03}.lock"), *deadline, File::try_lock) {
                    Ok(file) => locked.files.push(file),
                    Err(error) => return Err(locked.fail(error)),
                }
            }
        }
        Ok(locked)
    }
}

impl ChangeLock<'_> {
    /// Records that a wait for another process timed out.
    fn fail(self, error: LockError) -> LockError {
        if matches!(error, LockError::Busy) {
            self.stripes.iter().for_each(HeldStripe::note_busy);
        }
        error
    }
}
