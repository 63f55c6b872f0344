//! Files that another program holds open without sharing, as Windows has them: the game, an editor, a virus scanner.
//!
//! Most programs release a file quickly, so a failed step is retried for a moment; after that the error is a sharing violation,
//! whatever the system called it, and the adapter reports it as such. Other systems can replace open files.

use std::io;
#[cfg(windows)]
use std::thread;
#[cfg(windows)]
use std::time::{Duration, Instant};

use cap_std::fs::Dir;

/// How long a step is retried.
#[cfg(windows)]
const IN_USE_TIMEOUT: Duration = Duration::from_secs(1);
/// The retry interval: at first, and at most.
#[cfg(windows)]
const MIN_WAIT: Duration = Duration::from_millis(5);
#[cfg(windows)]
const MAX_WAIT: Duration = Duration::from_millis(100);

/// Windows error code: the file is opened without sharing.
#[cfg(any(windows, test))]
const SHARING_VIOLATION: i32 = 32;
/// Windows error codes: a part is locked, being deleted, mapped into memory.
const IN_USE: [i32; 4] = [32, 33, 303, 1224];
/// Windows reports this error both for a file in use and for one that the user may not change.
#[cfg(any(windows, test))]
const ACCESS_DENIED: i32 = 5;

/// Whether the system says that another program holds it.
pub(crate) fn is_in_use(error: &io::Error) -> bool {
    cfg!(windows) && error.raw_os_error().is_some_and(|code| IN_USE.contains(&code))
}

/// Runs a step that a file in use can block; `ends` are the names involved.
#[cfg(not(windows))]
pub(crate) fn retrying<T>(_ends: &[(&Dir, &str)], mut step: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    step()
}

/// Runs a step that a file in use can block, with retries; `ends` are the names involved.
#[cfg(windows)]
pub(crate) fn retrying<T>(ends: &[(&Dir, &str)], mut step: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let deadline = Instant::now() + IN_USE_TIMEOUT;
    let mut wait = MIN_WAIT;
    let mut denials = 0;
    loop {
        let error = match step() {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let is_held = || ends.iter().any(|(dir, name)| held::is_held(dir, name));
        match RetryClass::of(error.raw_os_error(), &mut denials, is_held) {
            RetryClass::Other => return Err(error),
            RetryClass::InUse if Instant::now() >= deadline => {
                return Err(io::Error::from_raw_os_error(SHARING_VIOLATION));
            }
            RetryClass::InUse | RetryClass::Unsure => thread::sleep(wait),
        }
        wait = (wait * 2).min(MAX_WAIT);
    }
}

/// Fails if another program holds a file so that it cannot be renamed or deleted.
#[cfg(windows)]
pub(crate) fn check_not_held(dir: &Dir, name: &str) -> io::Result<()> {
    use cap_std::fs::{OpenOptions, OpenOptionsExt as _};
    /// Requests the right to delete, and shares everything: only a holder that does not share deletion blocks this.
    const DELETE: u32 = 0x0001_0000;
    const SHARE_ALL: u32 = 7;
    let mut options = OpenOptions::new();
    options.access_mode(DELETE).share_mode(SHARE_ALL);
    match dir.open_with(name, &options) {
        Err(error) if is_in_use(&error) => Err(error),
        // Any other error will show in the step itself.
        _ => Ok(()),
    }
}

/// Other systems do not block renames.
#[cfg(not(windows))]
#[expect(clippy::unnecessary_wraps, reason = "on Windows somebody may be")]
pub(crate) fn check_not_held(_: &Dir, _: &str) -> io::Result<()> {
    Ok(())
}

/// How to continue after an error.
#[cfg(any(windows, test))]
#[derive(Debug, PartialEq, Eq)]
enum RetryClass {
    /// Another program holds the file.
    InUse,
    /// Another program may have held it a moment ago.
    Unsure,
    /// Retrying does not help.
    Other,
}

#[cfg(any(windows, test))]
impl RetryClass {
    /// A second denial that no other holder explains is final.
    fn of(code: Option<i32>, denials: &mut u32, is_held: impl FnOnce() -> bool) -> Self {
        match code {
            Some(code) if IN_USE.contains(&code) => Self::InUse,
            Some(ACCESS_DENIED) if is_held() => Self::InUse,
            Some(ACCESS_DENIED) if *denials == 0 => {
                *denials += 1;
                Self::Unsure
            }
            _ => Self::Other,
        }
    }
}

#[cfg(windows)]
mod held {
    use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt as _};

    use super::IN_USE;
    use crate::change::MAX_FOLDER_ENTRIES;
    use crate::read::kind::Kind;
    use crate::roots::contained::{self, Scratch, join, split};

    /// Whether another program holds a file open, or any file in a folder: such a folder cannot be moved on Windows.
    pub(super) fn is_held(dir: &Dir, name: &str) -> bool {
        let (mut pending, mut looked_at, mut scratch) = (vec![name.to_owned()], 0, Scratch::default());
        while let Some(path) = pending.pop() {
            looked_at += 1;
            if looked_at > MAX_FOLDER_ENTRIES {
                return false;
            }
            match contained::kind(dir, &path) {
                Ok(Kind::Directory) => {
                    let Ok(inner) = contained::open_dir(dir, &path) else { continue };
                    let names =
                        |name: &[u8], _| pending.extend(std::str::from_utf8(name).ok().map(|name| join(&path, name)));
                    _ = contained::each_entry(&inner, &mut scratch, names);
                }
                Ok(Kind::File) if has_other_handles(dir, &path) => return true,
                _ => {}
            }
        }
        false
    }

    /// Opening a file exclusively fails if another program has it open.
    fn has_other_handles(dir: &Dir, path: &str) -> bool {
        let (parent, name) = split(path);
        let mut options = OpenOptions::new();
        options.read(true).share_mode(0);
        let opened = contained::open_dir(dir, parent).ok().map(|parent| parent.open_with(name, &options));
        matches!(opened, Some(Err(error)) if error.raw_os_error().is_some_and(|code| IN_USE.contains(&code)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_use_is_distinguished_from_one_that_may_not_be_changed() {
        let held = |code, is_held| RetryClass::of(Some(code), &mut 0, || is_held);
        for code in IN_USE {
            assert_eq!(held(code, false), RetryClass::InUse, "{code}");
        }
        assert_eq!(held(ACCESS_DENIED, true), RetryClass::InUse);
        let mut denials = 0;
        assert_eq!(
            RetryClass::of(Some(ACCESS_DENIED), &mut denials, || false),
            RetryClass::Unsure,
            "it may have let go by now"
        );
        assert_eq!(RetryClass::of(Some(ACCESS_DENIED), &mut denials, || false), RetryClass::Other);
        // Not found, the disk is full, no code at all.
        for code in [Some(2), Some(112), None] {
            assert_eq!(RetryClass::of(code, &mut 0, || true), RetryClass::Other, "{code:?}");
        }
    }

    #[cfg(not(windows))]
    #[test]
    fn elsewhere_a_step_is_taken_once_and_its_numbers_mean_something_else() {
        let mut taken = 0;
        let failed = retrying(&[], || {
            taken += 1;
            Err::<(), _>(io::Error::from_raw_os_error(SHARING_VIOLATION))
        });
        assert_eq!((taken, is_in_use(&failed.unwrap_err())), (1, false), "32 is a broken pipe here");
    }

    #[cfg(windows)]
    #[test]
    fn a_step_is_repeated_while_another_holds_the_file_and_ends_when_it_is_not_released() {
        use std::os::windows::fs::OpenOptionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.txt");
        std::fs::write(&file, "x").unwrap();
        let dir = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        let hold = || std::fs::OpenOptions::new().read(true).share_mode(1).open(&file).unwrap();
        let holder = hold();
        let error = retrying(&[(&dir, "a.txt")], || dir.remove_file("a.txt")).unwrap_err();
        assert!(is_in_use(&error), "{error:?}");
        assert!(held::is_held(&dir, "a.txt"));
        let releasing = std::thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            drop(holder);
        });
        retrying(&[(&dir, "a.txt")], || dir.remove_file("a.txt")).unwrap();
        releasing.join().unwrap();
        assert!(!file.exists());
    }
}
