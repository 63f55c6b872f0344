//! One change of a file at a time, across threads and processes that share a world (L102).
//!
//! A change holds the lock of its file's directory from the moment it reads the file until the file is changed. So what it saw
//! is what it replaces. Threads of this process queue at a stripe; other processes meet at the directory itself, whatever
//! state folder each of them has (`directory_lock.rs`), and where a directory cannot be locked, at files in the program's own
//! state, or in a folder that all processes of a user share. The number of stripes is fixed: two directories that share one only
//! wait for each other.
//!
//! A change of a whole folder takes every stripe, and the lock that all other changes share: meanwhile no process that shares
//! the state changes a file, in the folder or anywhere else.
//!
//! Another process polls a lock every few milliseconds. A process whose changes follow one another without a pause would always
//! hold it by then, so from time to time it pauses for longer than one polling interval.
//!
//! A wait is short (L101): after that the change is answered with "busy, retry", so that a stuck process cannot hold this one's
//! workers, and its reads with them.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::change::directory_lock::DirectoryLock;
use crate::resolve::reference_table::Target;
use crate::roots::private_file::{create_private_folder, open_private};

/// How many stripes there are: one for each value of [`LocationDigest::stripe`](crate::resolve::location::LocationDigest::stripe).
const STRIPES: usize = 256;
/// How long a change waits for its locks, all of them together.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
/// For how long after such a timeout no call waits there again: queued calls do not each wait in turn.
const BUSY_TTL: Duration = Duration::from_secs(3);
/// The polling interval: at first, and at most.
const SHORTEST_WAIT: Duration = Duration::from_micros(200);
const MAX_WAIT: Duration = Duration::from_millis(2);
/// For how long changes of one stripe may follow one another before other processes get a gap, and the length of that gap:
/// longer than any polling interval.
const MAX_ROW: Duration = Duration::from_millis(250);
const GAP: Duration = Duration::from_millis(5);

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

/// A lock among the threads of this process.
#[derive(Default)]
struct Stripe {
    state: Mutex<StripeState>,
    freed: Condvar,
}

#[derive(Default)]
struct StripeState {
    is_held: bool,
    /// When a wait for another process timed out.
    busy_at: Option<Instant>,
    /// When the current series of changes without a gap began, and when its last change ended.
    row: Option<(Instant, Instant)>,
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
            self.stripes.iter().for_each(|stripe| stripe.0.lock().busy_at = Some(Instant::now()));
        }
        error
    }
}

/// A stripe that this thread holds.
struct HeldStripe<'w>(&'w Stripe);

impl HeldStripe<'_> {
    fn is_busy(&self) -> bool {
        self.0.lock().busy_at.is_some_and(|at| at.elapsed() < BUSY_TTL)
    }

    /// Gives other processes a turn if this one had enough of them in a row. Nothing that they wait for is held yet.
    fn leave_gap(&self) {
        let row = self.0.lock().row;
        let began = match row {
            None => Instant::now(),
            // There was a gap.
            Some((_, ended)) if ended.elapsed() >= GAP => Instant::now(),
            Some((began, _)) if began.elapsed() < MAX_ROW => began,
            Some(_) => {
                thread::sleep(GAP);
                Instant::now()
            }
        };
        self.0.lock().row = Some((began, Instant::now()));
    }
}

impl Drop for HeldStripe<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_held = false;
        state.row = state.row.map(|(began, _)| (began, Instant::now()));
        drop(state);
        self.0.freed.notify_one();
    }
}

impl Stripe {
    fn hold(&self, deadline: Instant) -> Result<HeldStripe<'_>, LockError> {
        let mut state = self.lock();
        while state.is_held {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(LockError::Busy);
            }
            state = self.freed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.is_held = true;
        Ok(HeldStripe(self))
    }

    fn lock(&self) -> MutexGuard<'_, StripeState> {
        // Every change of the state is one assignment, so a panic elsewhere cannot leave it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tries once to take a lock.
type TryLock = fn(&File) -> Result<(), TryLockError>;

fn lock_file(folder: &Path, name: &str, deadline: Instant, try_lock: TryLock) -> Result<File, LockError> {
    let file = open_in_folder(folder, name, OpenOptions::new().create(true).truncate(false))?;
    wait_with(&file, deadline, try_lock)?;
    Ok(file)
}

/// Waits for the system's lock of an open file or directory.
pub(crate) fn wait_for(file: &File, deadline: Instant) -> Result<(), LockError> {
    wait_with(file, deadline, File::try_lock)
}

fn wait_with(file: &File, deadline: Instant, try_lock: TryLock) -> Result<(), LockError> {
    let mut wait = SHORTEST_WAIT;
    loop {
        match try_lock(file) {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(wait),
            Err(TryLockError::WouldBlock) => return Err(LockError::Busy),
            Err(TryLockError::Error(error)) => return Err(LockError::Failed(error)),
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::resolve::location::LocationDigest;

    fn lock<'l>(locks: &'l Locks, places: &[LocationDigest]) -> Result<ChangeLock<'l>, LockError> {
        locks.lock_places(places.iter().map(|place| place.stripe()), &mut (Instant::now() + locks.timeout))
    }

    #[test]
    fn l102_worlds_that_share_a_folder_take_turns() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let locations = [LocationDigest::of(b"a"), LocationDigest::of(b"b")];
        thread::scope(|scope| {
            for turn in 0..4 {
                let (inside, most, mut locations) = (&inside, &most, locations);
                // Each has its own locks, as another process would; every second one names the files in reverse order.
                let locks = Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_mins(1));
                if turn % 2 == 0 {
                    locations.reverse();
                }
                scope.spawn(move || {
                    for _ in 0..50 {
                        let locked = lock(&locks, &locations).unwrap();
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
    fn l101_a_row_of_changes_goes_on_until_it_was_long_enough_and_then_there_is_a_gap() {
        let (now, stripe) = (Instant::now(), Stripe::default());
        // A time to come is as recent as can be, however slow this machine is.
        let (recent, earlier) = (now + Duration::from_hours(1), now + Duration::from_mins(30));
        let row_after = |row| {
            stripe.lock().row = row;
            let started = Instant::now();
            HeldStripe(&stripe).leave_gap();
            (stripe.lock().row.map(|(began, _)| began).unwrap(), started.elapsed())
        };
        assert!(row_after(None).0 >= now, "the first change begins a row");
        assert_eq!(row_after(Some((earlier, recent))).0, earlier, "the row goes on");
        let (began, waited) = row_after(Some((now.checked_sub(MAX_ROW).unwrap(), recent)));
        assert!(began >= now && waited >= GAP, "after a gap there is a new row: {waited:?}");
        let began = row_after(Some((earlier, now.checked_sub(GAP).unwrap()))).0;
        assert!(began >= now && began != earlier, "there was a gap");
    }

    #[test]
    fn l101_a_process_that_never_stops_changing_leaves_the_others_a_turn() {
        let folder = tempfile::tempdir().unwrap();
        let place = LocationDigest::of(b"a");
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let locks = || Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_mins(1));
        let (one, other) = (locks(), locks());
        let turns = thread::scope(|scope| {
            // Two threads hand the lock to each other: between two changes no other thread has time to try.
            for _ in 0..2 {
                let (one, is_over) = (&one, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) {
                        let _locked = lock(one, &[place]).unwrap();
                        thread::sleep(Duration::from_millis(20));
                    }
                });
            }
            let started = Instant::now();
            for _ in 0..3 {
                drop(lock(&other, &[place]).unwrap());
            }
            is_over.store(true, Ordering::Relaxed);
            started.elapsed()
        });
        assert!(turns < Duration::from_secs(10), "{turns:?}");
    }

    #[test]
    fn l102_a_change_of_a_folder_waits_for_every_change_of_a_file_and_keeps_them_all_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let locks = || Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_millis(20));
        let (one, other, place) = (locks(), locks(), LocationDigest::of(b"a"));
        let file = lock(&one, &[place]).unwrap();
        let everything = |locks: &Locks| locks.lock_everything(Instant::now() + locks.timeout).is_ok();
        assert!(!everything(&one) && !everything(&other), "a file is being changed");
        drop(file);
        let _all = one.lock_everything(Instant::now() + one.timeout).unwrap();
        for locks in [&one, &other] {
            assert!(matches!(lock(locks, &[LocationDigest::of(b"b")]), Err(LockError::Busy)));
            assert!(!everything(locks));
        }
    }

    #[test]
    fn l101_the_wait_for_a_process_that_does_not_go_on_ends() {
        let folder = tempfile::tempdir().unwrap();
        let _held = lock_file(folder.path(), "007.lock", Instant::now(), File::try_lock).unwrap();
        let error = lock_file(folder.path(), "007.lock", Instant::now() + Duration::from_millis(20), File::try_lock)
            .unwrap_err();
        assert!(matches!(error, LockError::Busy));
    }

    #[test]
    fn l101_calls_in_a_queue_do_not_each_wait_for_a_process_that_does_not_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let place = LocationDigest::of(b"a");
        let _held =
            lock_file(folder.path(), &format!("{:03}.lock", place.stripe()), Instant::now(), File::try_lock).unwrap();
        let locks = Locks::with_timeout(Some(folder.path().to_owned()), Duration::from_millis(300));
        let started = Instant::now();
        assert!((0..20).all(|_| matches!(lock(&locks, &[place]), Err(LockError::Busy))));
        assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
    }

    #[test]
    fn l101_a_thread_does_not_wait_for_ever_for_another() {
        let locks = Locks::with_timeout(None, Duration::from_millis(20));
        let place = LocationDigest::of(b"a");
        let _held = lock(&locks, &[place]).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| assert!(matches!(lock(&locks, &[place]), Err(LockError::Busy))));
        });
    }
}
