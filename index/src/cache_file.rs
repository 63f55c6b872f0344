//! The cache on disk: one file in the program's own folder, shared by every process, that can be deleted at any time.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::cache::{CachedSources, SourceEntries, decode, encode};

/// An older temporary file was left by a process that has ended.
const ABANDONED_TTL: Duration = Duration::from_mins(10);
/// The largest cache that is read.
const MAX_CACHE: u64 = 1 << 30;

/// Where definitions are kept between runs. A cache that cannot be read or written is treated as absent.
#[derive(Clone, Debug)]
pub struct CacheFile {
    path: Arc<PathBuf>,
}

impl CacheFile {
    /// A cache in a folder of the operator's that no agent can address.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: Arc::new(path.into()) }
    }

    /// What an earlier run, or another process, has stored.
    pub(crate) fn read(&self) -> CachedSources {
        let is_small = std::fs::metadata(&*self.path).is_ok_and(|found| found.is_file() && found.len() <= MAX_CACHE);
        let bytes = if is_small { std::fs::read(&*self.path).ok() } else { None };
        bytes.and_then(|bytes| decode(&bytes)).unwrap_or_default()
    }

    /// Replaces the cache in one step, and keeps the sources that others have stored and that are not among these.
    pub(crate) fn write(&self, mut sources: SourceEntries) {
        let others = self.read();
        let is_own: std::collections::HashSet<_> = sources.iter().map(|(identity, _)| *identity).collect();
        let others = others.into_iter().filter(|(identity, _)| !is_own.contains(identity));
        sources.extend(others);
        let bytes = encode(&sources);
        if bytes.len() as u64 <= MAX_CACHE {
            // A cache that cannot be written costs time, and nothing else.
            let _ = self.replace(&bytes);
        }
    }

    fn replace(&self, bytes: &[u8]) -> std::io::Result<()> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
            remove_old(folder);
        }
        let temporary = self.path.with_extension(format!("{}-{number}.tmp", std::process::id()));
        let written = std::fs::File::create(&temporary).and_then(|mut file| file.write_all(bytes));
        let replaced = written.and_then(|()| std::fs::rename(&temporary, &*self.path));
        if replaced.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        replaced
    }
}

/// Removes temporary files of processes that were killed while writing.
fn remove_old(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(1_000) {
        let age = entry.metadata().ok().and_then(|found| found.modified().ok()?.elapsed().ok());
        let is_temporary = entry.path().extension().is_some_and(|extension| extension == "tmp");
        if is_temporary && age.is_some_and(|age| age > ABANDONED_TTL) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}
