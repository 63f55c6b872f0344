//! What changes have replaced, so that a person can have it back.
//!
//! One folder a change: `before` holds what the file held, `change.json` says what was done and is written last. The folder
//! is the operator's own; no agent can address it. Changes lie in zones, by what they needed, and each zone lets go of its own
//! oldest ones only (`retention.rs`).

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::TraceId;
use world_adapter::Prepared;

use super::{Retention, RetentionZone, UndoEntry, UndoError, UndoRecorder, retention};
use crate::policy::Requirement;

/// A folder of recorded changes.
#[derive(Clone, Debug)]
pub struct UndoStore {
    folder: PathBuf,
    retention: Retention,
}

impl UndoStore {
    /// Uses a folder; it is made with the first change.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), retention: Retention::default() }
    }

    /// Keeps more or less than usual.
    #[must_use]
    pub fn keeping(mut self, retention: Retention) -> Self {
        self.retention = retention;
        self
    }

    /// Every change that was kept, the newest first. One whose record is damaged is left out; [`UndoStore::load`] says so.
    pub fn list(&self) -> Result<Vec<UndoEntry>, UndoError> {
        let mut changes: Vec<UndoEntry> = Vec::new();
        for folder in self.folders() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error.into()),
            };
            for entry in entries {
                // A change whose record was never finished was never made either: it is written last.
                let Ok(record) = fs::read(entry?.path().join(RECORD)) else { continue };
                changes.extend(serde_json::from_slice::<UndoEntry>(&record).ok());
            }
        }
        changes.sort_by_key(|change| std::cmp::Reverse((change.at, change.nanoseconds)));
        Ok(changes)
    }

    /// Where changes lie: in the zones, and beside them those of an earlier version.
    fn folders(&self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.folder.clone()).chain(RetentionZone::ALL.map(|zone| self.zone(zone)))
    }

    fn zone(&self, zone: RetentionZone) -> PathBuf {
        self.folder.join(zone.name())
    }

    fn find(&self, trace_id: &str) -> Result<PathBuf, UndoError> {
        // An id is nothing but an id: no name of a folder can be smuggled in with it.
        let id = trace_id.parse::<TraceId>().map_err(|_| unknown(trace_id))?.to_string();
        let mut found = self.folders().map(|folder| folder.join(&id));
        found.find(|folder| fs::metadata(folder.join(RECORD)).is_ok()).ok_or_else(|| unknown(trace_id))
    }
}

impl UndoRecorder for UndoStore {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> io::Result<()> {
        let zone = self.zone(RetentionZone::of(needed));
        let folder = zone.join(trace_id.to_string());
        create_private(&folder)?;
        if let Some(before) = change.previous() {
            write_whole(&folder, BEFORE, before, None)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let entry = UndoEntry {
            trace_id: trace_id.to_string(),
            operation: change.operation().word().to_string(),
            target: change.target().to_string(),
            renamed_to: change.destination().map(|to| to.to_string()),
            existed: change.previous().is_some(),
            digest: change.written().map(|digest| digest.to_string()),
            held: change.previous_digest().map(|digest| digest.to_string()),
            file_number: change.file_number(),
            attributes: change.attributes().cloned(),
            location: Some(change.location().to_string()),
            renamed_to_location: change.destination_location().map(|location| location.to_string()),
            at: now.as_secs(),
            nanoseconds: now.subsec_nanos(),
            undone: false,
        };
        entry.write(&folder)?;
        sync(&zone)?;
        sync(&self.folder)
    }

    fn discard(&self, trace_id: TraceId) {
        for zone in RetentionZone::ALL {
            retention::remove(&self.zone(zone).join(trace_id.to_string()));
        }
    }

    /// Only now are older changes let go of: one that failed costs nobody anything.
    fn confirm(&self, trace_id: TraceId, needed: Requirement) {
        let zone = RetentionZone::of(needed);
        let folder = self.zone(zone);
        self.retention.of(zone).apply(&folder, &folder.join(trace_id.to_string()), SystemTime::now());
    }

    fn load(&self, trace_id: &str) -> Result<(UndoEntry, Option<Vec<u8>>), UndoError> {
        let folder = self.find(trace_id)?;
        let change: UndoEntry = serde_json::from_slice(&fs::read(folder.join(RECORD))?)?;
        let before = if change.existed { Some(fs::read(folder.join(BEFORE))?) } else { None };
        Ok((change, before))
    }

    fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        let folder = self.find(trace_id)?;
        let mut change: UndoEntry = serde_json::from_slice(&fs::read(folder.join(RECORD))?)?;
        change.undone = true;
        change.write(&folder)?;
        Ok(())
    }
}

impl UndoEntry {
    /// Writes the record, dated like the change itself: that is how old a change is to whoever does not read it.
    fn write(&self, folder: &Path) -> io::Result<()> {
        let at = UNIX_EPOCH.checked_add(Duration::new(self.at, self.nanoseconds));
        write_whole(folder, RECORD, &serde_json::to_vec_pretty(self)?, at)
    }
}

pub(super) const RECORD: &str = "change.json";
pub(super) const BEFORE: &str = "before";

fn unknown(trace_id: &str) -> UndoError {
    UndoError::Unknown(trace_id.to_owned())
}

/// Makes a folder for this user alone: what it keeps may have been readable to nobody else.
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Writes beside the file, syncs, then renames: whole or not at all.
fn write_whole(folder: &Path, name: &str, bytes: &[u8], dated: Option<SystemTime>) -> io::Result<()> {
    let beside = folder.join(format!("{name}.new"));
    let mut file = fs::File::create(&beside)?;
    file.write_all(bytes)?;
    if let Some(dated) = dated {
        file.set_modified(dated)?;
    }
    file.sync_all()?;
    fs::rename(beside, folder.join(name))?;
    sync(folder)
}

/// Makes the names in a folder last; elsewhere than on Unix a folder cannot be opened for it.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}
