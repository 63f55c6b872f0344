//! One change of a file at a time, across threads and processes that share a world (L102).
//!
//! A change holds the lock of its file from the moment it reads the file until the file is changed. So what it saw is what
//! it replaces, whoever else uses this program on the same files. The lock files lie in the program's own state: their number
//! is fixed, and two files that share one only wait for each other.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::resolve::location::LocationDigest;

/// How many locks there are.
const STRIPES: usize = 256;
/// How long a change waits for another process. A process that was stopped must not hold this one for ever.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait between two looks: at first, and at most.
const SHORTEST_WAIT: Duration = Duration::from_micros(200);
const MAX_WAIT: Duration = Duration::from_millis(10);

/// Every lock of a world.
pub(crate) struct Locks {
    stripes: Vec<Mutex<()>>,
    /// Where processes that share the world meet; nothing where no other process does.
    folder: Option<PathBuf>,
}

/// The right to change a file, until it is dropped. The files are unlocked first, then the threads.
#[derive(Default)]
pub(crate) struct Locked<'w> {
    files: Vec<File>,
    threads: Vec<MutexGuard<'w, ()>>,
}

impl Locks {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { stripes: (0..STRIPES).map(|_| Mutex::default()).collect(), folder }
    }

    /// Waits for the files at these locations. In one order for everybody, so that nobody waits in a circle.
    pub(crate) fn lock(&self, locations: &[LocationDigest]) -> io::Result<Locked<'_>> {
        let mut stripes: Vec<usize> = locations.iter().map(|place| place.stripe(STRIPES)).collect();
        stripes.sort_unstable();
        stripes.dedup();
        let mut locked = Locked::default();
        for stripe in stripes {
            // The lock protects no memory, so a panic while it was held spoils nothing.
            locked.threads.push(self.stripes[stripe].lock().unwrap_or_else(PoisonError::into_inner));
            if let Some(folder) = &self.folder {
                locked.files.push(lock_file(folder, stripe, LOCK_TIMEOUT)?);
            }
        }
        Ok(locked)
    }
}

fn lock_file(folder: &Path, stripe: usize, timeout: Duration) -> io::Result<File> {
    let path = folder.join(format!("{stripe:03}.lock"));
    let open = || OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = match open() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            create_private(folder)?;
            open()?
        }
        opened => opened?,
    };
    let started = Instant::now();
    let mut wait = SHORTEST_WAIT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if started.elapsed() < timeout => thread::sleep(wait),
            Err(TryLockError::WouldBlock) => return Err(io::ErrorKind::TimedOut.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        wait = (wait * 2).min(MAX_WAIT);
    }
}

fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn l102_worlds_that_share_a_folder_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let locations = [LocationDigest::of(b"a"), LocationDigest::of(b"b")];
        thread::scope(|scope| {
            for turn in 0..4 {
                let (inside, most, mut locations) = (&inside, &most, locations);
                // Each has locks of its own, as another process has; every second one names the files the other way round.
                let locks = Locks::new(Some(folder.path().join("locks")));
                if turn % 2 == 0 {
                    locations.reverse();
                }
                scope.spawn(move || {
                    for _ in 0..50 {
                        let locked = locks.lock(&locations).unwrap();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(locked);
                    }
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn l101_the_wait_for_a_process_that_does_not_go_on_ends() {
        let folder = tempfile::tempdir().unwrap();
        let _held = lock_file(folder.path(), 7, Duration::ZERO).unwrap();
        let error = lock_file(folder.path(), 7, Duration::from_millis(20)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
