//! What changes have replaced, so that a person can have it back.
//!
//! One folder a change: `before` holds what the file held, `change.json` says what was done and is written last. The folder
//! is the operator's own; no agent can address it. It keeps the newest changes and lets go of older ones (`retention.rs`).

mod retention;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_core::TraceId;
use serde::{Deserialize, Serialize};
use world_adapter::Prepared;

use crate::execute::Keeper;

pub use retention::Retention;

/// The store, and the door through which a person asks for a change back.
#[derive(Clone, Debug)]
pub struct UndoStore {
    folder: PathBuf,
    retention: Retention,
}

/// One change that can be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptChange {
    /// The call that made it.
    pub trace_id: String,
    /// What it did.
    pub operation: String,
    /// To what.
    pub target: String,
    /// For a rename, the new name.
    pub renamed_to: Option<String>,
    /// Whether the file was there before; what it held is beside this.
    pub existed: bool,
    /// For a write, the digest of what it left there: if the file holds something else now, undoing would lose that.
    #[serde(default)]
    pub digest: Option<String>,
    /// When, in seconds since 1970.
    pub at: u64,
    /// The rest of that second, in nanoseconds: changes of one second keep their order.
    #[serde(default)]
    pub nanoseconds: u32,
    /// Whether it has been undone.
    pub undone: bool,
}

impl KeptChange {
    /// Whether it made a file that was not there: undoing it takes the file away again.
    pub fn is_creation(&self) -> bool {
        !self.existed && self.renamed_to.is_none()
    }
}

/// Why a change cannot be brought back.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// Nothing was kept under this id.
    #[error("no change is kept under `{0}`; `ck3raven undo --list` shows those that are")]
    Unknown(String),
    /// The store cannot be read.
    #[error("the store of changes cannot be used: {0}")]
    Store(#[from] io::Error),
    /// A kept change cannot be understood.
    #[error("the kept change cannot be read: {0}")]
    Damaged(#[from] serde_json::Error),
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
    pub fn list(&self) -> Result<Vec<KeptChange>, UndoError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut changes: Vec<KeptChange> = Vec::new();
        for entry in entries {
            // A change whose record was never finished was never made either: it is written last.
            let Ok(record) = fs::read(entry?.path().join(RECORD)) else { continue };
            changes.extend(serde_json::from_slice::<KeptChange>(&record).ok());
        }
        changes.sort_by_key(|change| std::cmp::Reverse((change.at, change.nanoseconds)));
        Ok(changes)
    }

    /// A kept change, and what the file held before it; nothing if it was not there.
    pub fn load(&self, trace_id: &str) -> Result<(KeptChange, Option<Vec<u8>>), UndoError> {
        let folder = self.folder(parse(trace_id)?);
        let record = match fs::read(folder.join(RECORD)) {
            Ok(record) => record,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(unknown(trace_id)),
            Err(error) => return Err(error.into()),
        };
        let change: KeptChange = serde_json::from_slice(&record)?;
        let before = if change.existed { Some(fs::read(folder.join(BEFORE))?) } else { None };
        Ok((change, before))
    }

    /// Notes that a change has been undone.
    pub fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        let (mut change, _) = self.load(trace_id)?;
        change.undone = true;
        change.write(&self.folder(parse(trace_id)?))?;
        Ok(())
    }

    fn folder(&self, trace_id: TraceId) -> PathBuf {
        self.folder.join(trace_id.to_string())
    }
}

impl Keeper for UndoStore {
    fn keep(&self, trace_id: TraceId, change: &Prepared<'_>) -> io::Result<()> {
        let folder = self.folder(trace_id);
        create_private(&folder)?;
        if let Some(before) = change.previous() {
            write_whole(&folder, BEFORE, before, None)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let kept = KeptChange {
            trace_id: trace_id.to_string(),
            operation: change.operation().word().to_string(),
            target: change.target().to_string(),
            renamed_to: change.destination().map(|to| to.to_string()),
            existed: change.previous().is_some(),
            digest: change.written().map(|digest| digest.to_string()),
            at: now.as_secs(),
            nanoseconds: now.subsec_nanos(),
            undone: false,
        };
        kept.write(&folder)?;
        sync(&self.folder)?;
        self.retention.apply(&self.folder, &folder);
        Ok(())
    }
}

impl KeptChange {
    /// Writes the record, dated like the change itself: that is how old a change is to whoever does not read it.
    fn write(&self, folder: &Path) -> io::Result<()> {
        let at = UNIX_EPOCH.checked_add(Duration::new(self.at, self.nanoseconds));
        write_whole(folder, RECORD, &serde_json::to_vec_pretty(self)?, at)
    }
}

const RECORD: &str = "change.json";
const BEFORE: &str = "before";

/// An id is nothing but an id: no name of a folder can be smuggled in with it.
fn parse(trace_id: &str) -> Result<TraceId, UndoError> {
    trace_id.parse().map_err(|_| unknown(trace_id))
}

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
