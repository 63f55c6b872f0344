//! Appends lines, each whole: one write to a file opened for appending, so that several processes can share it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use world_adapter::{open_private, sync_names};

use super::file_identity::FileIdentity;
use super::rotation::{RotationLimits, next_rotated_path, prune};
use crate::clock_time;

/// One file of the journal.
#[derive(Debug)]
pub(super) struct LineFile {
    path: PathBuf,
    rotate_at: u64,
    pub(super) kept: RotationLimits,
    open: Mutex<Option<OpenLineFile>>,
}

/// How durably a line is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Durability {
    /// For a line that a decision depends on: the file is checked first, as it may be full or rotated by another process, and
    /// the line is on disk when the call returns.
    Synced,
    /// For all others: the file is checked every so many bytes, and the system flushes it later.
    Quick,
}

/// The file as this process has it open.
#[derive(Clone, Debug)]
struct OpenLineFile {
    file: Arc<AppendFile>,
    /// How much may be written before its length is checked again.
    room: u64,
}

/// An open file, and how much of what was written to it is known to be on disk.
#[derive(Debug)]
struct AppendFile {
    file: File,
    /// How many lines were written.
    written: AtomicU64,
    /// How many of them were synced.
    synced: Mutex<u64>,
}

impl AppendFile {
    fn write(&self, line: &[u8]) -> io::Result<()> {
        (&self.file).write_all(line)?;
        self.written.fetch_add(1, Ordering::AcqRel);
        Ok(())
    }

    /// Waits until everything that was written before is on disk. Of several threads that come at once one syncs for all.
    fn sync(&self) -> io::Result<()> {
        let mine = self.written.load(Ordering::Acquire);
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if *synced >= mine {
            return Ok(());
        }
        let all = self.written.load(Ordering::Acquire);
        self.file.sync_data()?;
        *synced = all;
        Ok(())
    }
}

impl LineFile {
    pub(super) fn new(path: PathBuf, rotate_at: u64, kept: RotationLimits) -> Self {
        Self { path, rotate_at, kept, open: Mutex::new(None) }
    }

    pub(super) fn append(&self, record: &impl Serialize, care: Durability) -> io::Result<()> {
        #[derive(Serialize)]
        struct StampedRecord<'a, T> {
            at: String,
            /// The whole part of the second: by it lines of all files keep their order.
            nanos: i32,
            #[serde(flatten)]
            record: &'a T,
        }
        let now = clock_time::now();
        let line = StampedRecord { at: clock_time::in_utc(now), nanos: now.subsec_nanosecond(), record };
        let mut line = serde_json::to_vec(&line)?;
        line.push(b'\n');
        // Written outside the lock: the system appends each line whole, whichever other process is writing.
        let file = self.opened_for(line.len() as u64, care)?;
        file.write(&line).inspect_err(|_| {
            // It may have been cut short, so the next line reopens the file and repairs that.
            *self.lock() = None;
        })?;
        if care == Durability::Synced { file.sync() } else { Ok(()) }
    }

    /// Checks whether it can be written, without writing anything.
    pub(super) fn check_opens(&self) -> io::Result<()> {
        self.open().map(drop)
    }

    fn lock(&self) -> MutexGuard<'_, Option<OpenLineFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file, with room for so many bytes.
    fn opened_for(&self, bytes: u64, care: Durability) -> io::Result<Arc<AppendFile>> {
        let mut open = self.lock();
        match open.as_mut().filter(|open| care == Durability::Quick && open.room >= bytes) {
            Some(open) => {
                open.room -= bytes;
                Ok(Arc::clone(&open.file))
            }
            None => {
                // A line that another process left cut short is repaired by reopening the file.
                let file = match open.take() {
                    Some(OpenLineFile { file, .. }) if self.is_current(&file.file)? && !is_cut_short(&file.file) => {
                        file
                    }
                    _ => {
                        let file = self.open()?;
                        Arc::new(AppendFile { file, written: AtomicU64::new(0), synced: Mutex::new(0) })
                    }
                };
                let room = (self.rotate_at / 256).saturating_sub(bytes);
                *open = Some(OpenLineFile { file: Arc::clone(&file), room });
                Ok(file)
            }
        }
    }

    /// Whether a file is still the journal, and not full.
    fn is_current(&self, file: &File) -> io::Result<bool> {
        // It may have been moved away, and another begun in its place: on Windows too, as every writer shares it.
        let ours = FileIdentity::of(file)?;
        let is_there = FileIdentity::at(&self.path).is_ok_and(|there| there == ours);
        Ok(is_there && file.metadata()?.len() < self.rotate_at)
    }

    fn open(&self) -> io::Result<File> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let is_full = || fs::metadata(&self.path).is_ok_and(|found| found.len() >= self.rotate_at);
        if is_full() {
            // Of several processes that find it full, one sets it aside; the others look again.
            let gate = File::create(self.path.with_extension("lock"))?;
            gate.lock()?;
            if is_full() {
                fs::rename(&self.path, next_rotated_path(&self.path))?;
                prune(&self.path, self.kept);
            }
        }
        let is_new = !self.path.exists();
        let mut file = open_private(&self.path, OpenOptions::new().read(true).append(true).create(true))?;
        if is_new {
            // A line is on disk only where its file has a name there.
            sync_names(folder)?;
        }
        if is_cut_short(&file) {
            file.write_all(b"\n")?;
        }
        Ok(file)
    }
}

/// Whether the last line lacks its end: the disk was full, or a process died in the middle of it.
///
/// A line that another process is writing lacks it too, for a moment; so only what stays so is cut short.
fn is_cut_short(file: &File) -> bool {
    const MAX_TRIES: usize = 5;
    (0..MAX_TRIES).all(|look| {
        if look > 0 {
            thread::sleep(Duration::from_millis(2));
        }
        lacks_its_end(file)
    })
}

fn lacks_its_end(mut file: &File) -> bool {
    let mut last = [0];
    // An empty file has no last byte, and what is not a file of bytes cannot be looked at.
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != *b"\n"
}
