//! Stores what changes have replaced, so that a person can restore it.
//!
//! One folder per change: `before` holds the previous content (for a folder, the contents of all its files, with `tree.json` as
//! their index). `pending.json` describes the change that is about to be made and is written last; once the change is made, it
//! is renamed to `change.json`. So a change that a process was killed over is not mistaken for one that was made. The folder
//! belongs to the operator; no agent can address it. Changes are grouped in zones, by what they required, and each zone prunes
//! only its own (`retention.rs`), first those that are marked `intermediate`.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::TraceId;
use world_adapter::{
    FolderSnapshot, Prepared, Resolved, create_private_folder, open_private, open_regular, read_regular, sync_names,
};

use super::left_content::LeftContents;
use super::retention::{self, RetentionZone};
use super::{PendingLock, UndoEntry, UndoError, UndoRecorder, UndoTurn, ZoneLimits};
use crate::policy::Requirement;

/// A folder of recorded changes.
#[derive(Clone, Debug)]
pub struct UndoStore {
    folder: PathBuf,
    limits: [ZoneLimits; 3],
    left: LeftContents,
}

impl UndoStore {
    /// Uses a folder; it is created with the first change.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), limits: ZoneLimits::DEFAULT, left: LeftContents::default() }
    }

    /// The same with other limits than [`ZoneLimits::DEFAULT`].
    #[must_use]
    pub fn with_limits(self, limits: [ZoneLimits; 3]) -> Self {
        Self { limits, ..self }
    }

    /// Every recorded change that was made, the newest first. A damaged record is left out; [`UndoStore::load`] reports it.
    pub fn list(&self) -> Result<Vec<UndoEntry>, UndoError> {
        let mut changes = self.records(RECORD)?;
        changes.sort_by_key(|change| std::cmp::Reverse((change.at, change.nanoseconds)));
        Ok(changes)
    }

    /// The folders with changes: the zones, and beside them those of an earlier version.
    fn folders(&self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.folder.clone()).chain(RetentionZone::ALL.map(|zone| self.zone(zone)))
    }

    fn zone(&self, zone: RetentionZone) -> PathBuf {
        self.folder.join(zone.name())
    }

    fn find(&self, trace_id: &str) -> Result<PathBuf, UndoError> {
        // Only a well-formed id is accepted, so it cannot be used to name another folder.
        let id = trace_id.parse::<TraceId>().map_err(|_| unknown(trace_id))?.to_string();
        let mut found = self.folders().map(|folder| folder.join(&id));
        found.find(|folder| record_of(folder).is_some()).ok_or_else(|| unknown(trace_id))
    }

    /// A change as it is to be marked, with its folder. If it is an undo, what it undid follows, marked the other way, and so on.
    ///
    /// What an undo undid may have been pruned; the undo can be undone all the same.
    fn marked(&self, trace_id: &str, undone: bool) -> Result<Vec<(PathBuf, UndoEntry)>, UndoError> {
        let folder = self.find(trace_id)?;
        let mut change = read_record(&folder)?;
        change.undone = undone;
        let mut marked = vec![(folder, change)];
        while marked.len() < MAX_UNDOS_OF_UNDOS
            && let Some((_, UndoEntry { undoes: Some(earlier), undone, .. })) = marked.last()
            && let Ok(folder) = self.find(earlier)
            && let Ok(mut change) = read_record(&folder)
        {
            change.undone = !undone;
            marked.push((folder, change));
        }
        Ok(marked)
    }

    /// Stores what a change is about to replace.
    fn keep(
        &self,
        trace_id: TraceId,
        change: &Prepared<'_>,
        needed: Requirement,
        undoes: Option<&str>,
    ) -> io::Result<PendingLock> {
        let zone = self.zone(RetentionZone::of(needed));
        let folder = zone.join(trace_id.to_string());
        create_private_folder(&folder)?;
        let lock = PendingLock::take(&folder)?;
        if self.left.note(trace_id, change, undoes.is_some()) {
            create_file(&folder.join(INTERMEDIATE))?;
        }
        if let Some(before) = change.previous() {
            write_whole(&folder, BEFORE, before, None)?;
        }
        keep_folder(&folder, change)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let entry = UndoEntry {
            trace_id: trace_id.to_string(),
            operation: change.operation().word().to_string(),
            target: change.target().to_string(),
            renamed_to: change.destination().map(|to| to.named().to_string()),
            root_target: change.resolved().root_address().map(|address| address.to_string()),
            root_renamed_to: change.destination().and_then(Resolved::root_address).map(|address| address.to_string()),
            existed: change.previous().is_some() || change.folder().is_some(),
            digest: change.written().map(|digest| digest.to_string()),
            held: change.previous_digest().map(|digest| digest.to_string()),
            file_number: change.file_number(),
            created: change.created(),
            made_directories: change.missing_parents(),
            attributes: change.attributes().cloned(),
            folder: change.folder().cloned(),
            location: Some(change.resolved().location().to_string()),
            renamed_to_location: change.destination().map(|to| to.location().to_string()),
            at: now.as_secs(),
            nanoseconds: now.subsec_nanos(),
            undone: false,
            undoes: undoes.map(str::to_owned),
            is_uncertain: false,
        };
        entry.write(&folder, PENDING)?;
        sync_names(&zone)?;
        sync_names(&self.folder)?;
        Ok(lock)
    }

    /// Every record of a kind.
    fn records(&self, name: &str) -> io::Result<Vec<UndoEntry>> {
        let mut changes: Vec<UndoEntry> = Vec::new();
        for folder in self.folders() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error),
            };
            for entry in entries {
                let Ok(record) = read_regular(&entry?.path().join(name), MAX_RECORD) else { continue };
                changes.extend(serde_json::from_slice::<UndoEntry>(&record).ok());
            }
        }
        Ok(changes)
    }
}

impl UndoRecorder for UndoStore {
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> io::Result<PendingLock> {
        self.keep(trace_id, change, needed, None)
    }

    fn record_undo(&self, trace_id: TraceId, undo: &Prepared<'_>, undoes: &str) -> io::Result<PendingLock> {
        self.keep(trace_id, undo, Requirement::Token, Some(undoes))
    }

    fn discard(&self, trace_id: TraceId) {
        self.left.forget(trace_id);
        for zone in RetentionZone::ALL {
            retention::remove(&self.zone(zone).join(trace_id.to_string()));
        }
    }

    /// Older changes are pruned only now: a change that failed evicts none of them.
    fn confirm(&self, trace_id: TraceId, needed: Requirement) {
        let zone = RetentionZone::of(needed);
        let folder = self.zone(zone);
        let made = folder.join(trace_id.to_string());
        // If this fails, a later start finds that it was made (`unsettled`).
        _ = fs::rename(made.join(PENDING), made.join(RECORD));
        PendingLock::remove(&made);
        self.limits[zone as usize].apply(&folder, &made, SystemTime::now());
    }

    fn take_turn(&self) -> Result<UndoTurn, UndoError> {
        UndoTurn::take(&self.folder)
    }

    fn mark_uncertain(&self, trace_id: TraceId) {
        if let Ok(folder) = self.find(&trace_id.to_string())
            && let Ok(change) = read_record(&folder)
        {
            _ = UndoEntry { is_uncertain: true, ..change }.write(&folder, PENDING);
        }
    }

    fn unsettled(&self) -> Vec<UndoEntry> {
        let mut changes = self.records(PENDING).unwrap_or_default();
        // A writer that ended its change in between has freed the lock too, and its record is no longer pending.
        let has_ended =
            |folder: PathBuf| PendingLock::is_free(&folder) && fs::exists(folder.join(PENDING)).unwrap_or_default();
        changes.retain(|change| self.find(&change.trace_id).is_ok_and(has_ended));
        changes
    }

    fn load(&self, trace_id: &str) -> Result<(UndoEntry, Option<Vec<u8>>), UndoError> {
        let folder = self.find(trace_id)?;
        let change = read_record(&folder)?;
        let before = if change.existed && change.folder.is_none() {
            Some(read_regular(&folder.join(BEFORE), MAX_CONTENT)?)
        } else {
            None
        };
        Ok((change, before))
    }

    fn load_folder(&self, trace_id: &str) -> Result<FolderSnapshot, UndoError> {
        let folder = self.find(trace_id)?;
        let entries = serde_json::from_slice(&read_regular(&folder.join(TREE), MAX_CONTENT)?)?;
        Ok(FolderSnapshot::new(entries, io::BufReader::new(open_regular(&folder.join(BEFORE))?)))
    }

    fn all(&self) -> Result<Vec<UndoEntry>, UndoError> {
        let mut changes = self.records(RECORD)?;
        changes.extend(self.records(PENDING)?);
        Ok(changes)
    }

    fn prepare_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        for (folder, change) in self.marked(trace_id, true)? {
            change.write(&folder, MARKED)?;
        }
        Ok(())
    }

    fn discard_undone(&self, trace_id: &str) {
        for (folder, _) in self.marked(trace_id, true).unwrap_or_default() {
            _ = fs::remove_file(folder.join(MARKED));
        }
    }

    /// Renames only, which need no disk space. The change itself is marked last: as long as it is not, undoing it again marks
    /// all of them.
    fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        for (folder, change) in self.marked(trace_id, true)?.into_iter().rev() {
            match fs::rename(folder.join(MARKED), folder.join(RECORD)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => change.write(&folder, RECORD)?,
                marked => marked?,
            }
            _ = fs::remove_file(folder.join(PENDING));
            _ = sync_names(&folder);
        }
        Ok(())
    }

    fn mark_made(&self, trace_id: &str) -> Result<(), UndoError> {
        for (folder, change) in self.marked(trace_id, false)?.into_iter().rev() {
            change.write(&folder, RECORD)?;
        }
        Ok(())
    }
}

impl UndoEntry {
    /// Writes the record, with the time of the change as its modification time: that is how old a change is without opening its
    /// record.
    fn write(&self, folder: &Path, name: &str) -> io::Result<()> {
        let at = UNIX_EPOCH.checked_add(Duration::new(self.at, self.nanoseconds));
        write_whole(folder, name, &serde_json::to_vec_pretty(self)?, at)
    }
}

/// How many undos of undos are followed: a person makes each, and a damaged record could name itself.
const MAX_UNDOS_OF_UNDOS: usize = 1_000;

/// The largest record that is read.
const MAX_RECORD: u64 = 4 << 20;
/// The largest content, or index of contents, that is read: more than a change may replace.
const MAX_CONTENT: u64 = 512 << 20;

/// The record of a change that was made.
const RECORD: &str = "change.json";
/// The record of a change that is about to be made.
const PENDING: &str = "pending.json";
/// The record as it will be once the change, or the undo of it, is undone; written in advance, so that a full disk cannot prevent
/// it.
const MARKED: &str = "undone.json";
pub(super) const BEFORE: &str = "before";
/// Beside a change that replaced nothing, or what an earlier recorded change had left; empty.
pub(super) const INTERMEDIATE: &str = "intermediate";
/// The index of the contents in `before`, if a folder was deleted.
pub(super) const TREE: &str = "tree.json";

/// The record in a folder, of a change that was made or was to be made.
pub(super) fn record_of(folder: &Path) -> Option<PathBuf> {
    [RECORD, PENDING].map(|name| folder.join(name)).into_iter().find(|record| fs::metadata(record).is_ok())
}

fn read_record(folder: &Path) -> Result<UndoEntry, UndoError> {
    let record = record_of(folder).ok_or(io::ErrorKind::NotFound).map_err(io::Error::from)?;
    Ok(serde_json::from_slice(&read_regular(&record, MAX_RECORD)?)?)
}

fn unknown(trace_id: &str) -> UndoError {
    UndoError::Unknown(trace_id.to_owned())
}

/// Stores a folder that is about to be deleted: the contents of its files in one file, and their index in another.
fn keep_folder(folder: &Path, change: &Prepared<'_>) -> io::Result<()> {
    if change.folder().is_none() {
        return Ok(());
    }
    let beside = folder.join("before.new");
    let mut contents = io::BufWriter::new(create_file(&beside)?);
    let Some(entries) = change.keep_folder(&mut contents)? else { return fs::remove_file(beside) };
    contents.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(beside, folder.join(BEFORE))?;
    write_whole(folder, TREE, &serde_json::to_vec(&entries)?, None)
}

/// The stored files may have been readable to this user only.
fn create_file(path: &Path) -> io::Result<fs::File> {
    open_private(path, fs::OpenOptions::new().create(true).truncate(true))
}

/// Writes beside the file, syncs, then renames: atomically.
fn write_whole(folder: &Path, name: &str, bytes: &[u8], dated: Option<SystemTime>) -> io::Result<()> {
    let beside = folder.join(format!("{name}.new"));
    let mut file = create_file(&beside)?;
    let mut write = || {
        file.write_all(bytes)?;
        dated.map_or(Ok(()), |dated| file.set_modified(dated))?;
        file.sync_all()?;
        fs::rename(&beside, folder.join(name))
    };
    // A full disk leaves nothing behind.
    write().inspect_err(|_| _ = fs::remove_file(&beside))?;
    sync_names(folder)
}
