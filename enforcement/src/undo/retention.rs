//! How much the store of changes keeps.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The most that is kept: so many changes, and so many bytes. The oldest go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How many changes.
    pub changes: usize,
    /// How many bytes of what files held.
    pub bytes: u64,
}

impl Default for Retention {
    /// 1,000 changes, 1 GiB.
    fn default() -> Self {
        Self { changes: 1_000, bytes: 1 << 30 }
    }
}

struct Kept {
    folder: PathBuf,
    made: SystemTime,
    bytes: u64,
}

impl Retention {
    /// Lets go of what is too much, but never of the change that was just kept. Failing to is no reason not to keep it.
    pub(super) fn apply(self, store: &Path, just_kept: &Path) {
        let Ok(entries) = fs::read_dir(store) else { return };
        let mut kept: Vec<Kept> = entries.flatten().filter_map(|entry| Kept::of(&entry)).collect();
        kept.sort_by_key(|change| std::cmp::Reverse((change.folder == just_kept, change.made)));
        let mut bytes = 0_u64;
        for (index, change) in kept.iter().enumerate() {
            bytes = bytes.saturating_add(change.bytes);
            if index > 0 && (index >= self.changes || bytes > self.bytes) {
                remove(&change.folder);
            }
        }
    }
}

impl Kept {
    /// A folder that is named like a change; anything else in the store is not ours.
    fn of(entry: &fs::DirEntry) -> Option<Self> {
        entry.file_name().to_str()?.parse::<reply_core::TraceId>().ok()?;
        let folder = entry.path();
        // One without a record was never finished; it is as old as its folder.
        let dated = fs::metadata(folder.join(super::RECORD)).or_else(|_| entry.metadata());
        let made = dated.and_then(|metadata| metadata.modified()).ok()?;
        let bytes = fs::metadata(folder.join(super::BEFORE)).map_or(0, |metadata| metadata.len());
        Some(Self { folder, made, bytes })
    }
}

/// The record first: half a change must not look like one that can be undone.
fn remove(folder: &Path) {
    _ = fs::remove_file(folder.join(super::RECORD));
    _ = fs::remove_dir_all(folder);
}
