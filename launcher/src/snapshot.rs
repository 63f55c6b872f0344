//! A copy of the database at one moment.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::{LauncherError, MAX_DATABASE};

/// How often copying is attempted while the launcher writes.
const MAX_TRIES: usize = 5;
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A copy in a temporary folder.
pub(crate) struct Snapshot {
    folder: TempDir,
}

impl Snapshot {
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("copy.sqlite")
    }
}

/// The files beside a database: the write-ahead log, the journal.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// When a database was last written; its log may be newer than the file itself.
pub(crate) fn last_written(file: &Path) -> Option<SystemTime> {
    let [database, log, _] = stamps(file).ok()?;
    let time = |look: Option<DatabaseStamp>| look.and_then(|look| look.modified);
    Some(time(database)?.max(time(log).unwrap_or(SystemTime::UNIX_EPOCH)))
}

/// Copies a database with its log. If nothing changed between the start and the end of copying, the copy equals what a crash at
/// that moment would have left, which `SQLite` recovers.
pub(crate) fn take(file: &Path) -> Result<Snapshot, LauncherError> {
    for _ in 0..MAX_TRIES {
        let before = stamps(file).map_err(LauncherError::Unreadable)?;
        if before.iter().flatten().map(|look| look.size).sum::<u64>() > MAX_DATABASE {
            return Err(LauncherError::TooLarge);
        }
        let copy = copy(file).map_err(LauncherError::Unreadable)?;
        if stamps(file).is_ok_and(|after| after == before) {
            return Ok(copy);
        }
        std::thread::sleep(RETRY_DELAY);
    }
    Err(LauncherError::Busy)
}

const ENDINGS: [&str; 3] = ["", "-wal", "-journal"];

#[derive(PartialEq, Eq)]
struct DatabaseStamp {
    size: u64,
    modified: Option<SystemTime>,
}

fn stamps(file: &Path) -> io::Result<[Option<DatabaseStamp>; 3]> {
    let of = |found: Metadata| DatabaseStamp { size: found.len(), modified: found.modified().ok() };
    let [database, log, journal] = ENDINGS.map(|ending| fs::metadata(beside(file, ending)).map(of));
    Ok([Some(database?), log.ok(), journal.ok()])
}

/// Opens one of the database's files. A pipe or a device is refused: opening or reading it might never end.
fn open_regular(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    File::open(path)
}

fn copy(file: &Path) -> io::Result<Snapshot> {
    let folder = tempfile::Builder::new().prefix("ck3raven-launcher-").tempdir()?;
    let snapshot = Snapshot { folder };
    for ending in ENDINGS {
        let from = match open_regular(&beside(file, ending)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => continue,
            opened => opened?,
        };
        // Not `fs::copy`: the copy must be writable even if the original is not.
        let mut to = File::create_new(beside(&snapshot.database(), ending))?;
        io::copy(&mut io::Read::take(from, MAX_DATABASE), &mut to)?;
    }
    Ok(snapshot)
}
