//! Limits how many large folders are read at once: each occupies a worker for as long as it takes, and other calls need some.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many large folders are read at once: half of the workers that a server has by default.
const MAX_FOLDER_READS: usize = 2;
/// A folder with at most as many bytes is read so soon that it is not counted.
const SMALL_FOLDER_BYTES: u64 = 1024 * 1024;

/// The large folders that are being read.
#[derive(Debug, Default)]
pub(crate) struct FolderReads {
    running: AtomicUsize,
}

/// The right to read a folder, until it is dropped.
#[derive(Debug)]
#[must_use = "the folder may be read until it is dropped"]
pub(crate) struct FolderRead<'w> {
    counted: Option<&'w FolderReads>,
}

impl FolderReads {
    /// `None` if as many are being read already. A caller does not wait: that would occupy a worker, too.
    pub(crate) fn begin(&self, bytes: u64) -> Option<FolderRead<'_>> {
        if bytes <= SMALL_FOLDER_BYTES {
            return Some(FolderRead { counted: None });
        }
        let one_more = |running| (running < MAX_FOLDER_READS).then_some(running + 1);
        self.running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(FolderRead { counted: Some(self) })
    }
}

impl Drop for FolderRead<'_> {
    fn drop(&mut self) {
        if let Some(reads) = self.counted {
            reads.running.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l101_only_so_many_large_folders_are_read_at_once_and_small_ones_are_not_counted() {
        let reads = FolderReads::default();
        let large = SMALL_FOLDER_BYTES + 1;
        let mut running: Vec<_> = (0..MAX_FOLDER_READS).map(|_| reads.begin(large).unwrap()).collect();
        assert!(reads.begin(large).is_none());
        let small: Vec<_> = (0..100).map(|_| reads.begin(SMALL_FOLDER_BYTES)).collect();
        assert!(small.iter().all(Option::is_some));
        drop(small);
        assert!(reads.begin(large).is_none(), "a small one gives back no place of a large one");
        running.pop();
        assert!(reads.begin(large).is_some());
    }
}
