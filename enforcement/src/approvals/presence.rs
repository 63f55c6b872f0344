//! Whether the process that made a request still runs: it holds a file lock, which the system releases when it ends.
//!
//! A process id would not do: it may have been reused.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use reply_kit::Id;
use world_adapter::{open_private, open_regular};

/// The lock that this process holds while its requests can be decided.
#[derive(Debug)]
pub(super) struct Presence {
    id: Id,
    path: PathBuf,
    _file: File,
}

impl Presence {
    /// Creates the lock file and locks it.
    pub(super) fn begin(folder: &Path) -> io::Result<Self> {
        let id = Id::fresh();
        let path = file(folder, &id.to_string());
        let lock = open_private(&path, OpenOptions::new().create_new(true))?;
        lock.lock()?;
        Ok(Self { id, path, _file: lock })
    }

    pub(super) fn id(&self) -> Id {
        self.id
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        _ = fs::remove_file(&self.path);
    }
}

/// Whether a process of this id holds its lock.
pub(super) fn is_alive(folder: &Path, id: &str) -> bool {
    // Only a well-formed id is accepted, so it cannot be used to name another file.
    if id.parse::<Id>().is_err() {
        return false;
    }
    let held = open_regular(&file(folder, id)).map(|lock| lock.try_lock());
    matches!(held, Ok(Err(TryLockError::WouldBlock)))
}

/// Removes the lock files of processes that have ended.
pub(super) fn prune(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        if id.is_some_and(|id| !is_alive(folder, id)) {
            _ = fs::remove_file(entry.path());
        }
    }
}

pub(super) const PREFIX: &str = "process-";
const SUFFIX: &str = ".lock";

fn file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{PREFIX}{id}{SUFFIX}"))
}
