//! What changes have replaced, so that a person can have it back.
//!
//! One folder a change: `change.json` says what was done, `before` holds what the file held. The folder is the operator's
//! own; no agent can address it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use enforcement::Keeper;
use reply_core::TraceId;
use serde::{Deserialize, Serialize};
use world_adapter::Prepared;

/// The store, and the door through which a person asks for a change back.
#[derive(Clone, Debug)]
pub struct UndoStore {
    folder: PathBuf,
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
    /// When, in seconds since 1970.
    pub at: u64,
    /// Whether it has been undone.
    pub undone: bool,
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
        Self { folder: folder.into() }
    }

    /// Every change that was kept, the newest first.
    pub fn list(&self) -> Result<Vec<KeptChange>, UndoError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        let mut changes = Vec::new();
        for entry in entries {
            // A change whose record was never finished was never made either: it is written last.
            if let Ok(text) = fs::read(entry?.path().join("change.json")) {
                changes.push(serde_json::from_slice(&text)?);
            }
        }
        changes.sort_by_key(|change: &KeptChange| std::cmp::Reverse(change.at));
        Ok(changes)
    }

    /// A kept change, and what the file held before it; nothing if it was not there.
    pub fn load(&self, trace_id: &str) -> Result<(KeptChange, Option<Vec<u8>>), UndoError> {
        let unknown = || UndoError::Unknown(trace_id.to_owned());
        // An id is nothing but an id: no name of a folder can be smuggled in with it.
        let folder = self.folder(trace_id.parse().map_err(|_| unknown())?);
        let text = fs::read(folder.join("change.json")).map_err(|_| unknown())?;
        let change: KeptChange = serde_json::from_slice(&text)?;
        let before = if change.existed { Some(fs::read(folder.join("before"))?) } else { None };
        Ok((change, before))
    }

    /// Notes that a change has been undone.
    pub fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        let (mut change, _) = self.load(trace_id)?;
        change.undone = true;
        let id = trace_id.parse().map_err(|_| UndoError::Unknown(trace_id.to_owned()))?;
        write_whole(&self.folder(id).join("change.json"), &serde_json::to_vec_pretty(&change)?)?;
        Ok(())
    }

    fn folder(&self, trace_id: TraceId) -> PathBuf {
        self.folder.join(trace_id.to_string())
    }
}

impl Keeper for UndoStore {
    fn keep(&self, trace_id: TraceId, change: &Prepared<'_>) -> io::Result<()> {
        let folder = self.folder(trace_id);
        fs::create_dir_all(&folder)?;
        if let Some(before) = change.previous() {
            write_whole(&folder.join("before"), before)?;
        }
        let kept = KeptChange {
            trace_id: trace_id.to_string(),
            operation: change.operation().word().to_string(),
            target: change.target().to_string(),
            renamed_to: change.destination().map(|to| to.to_string()),
            existed: change.previous().is_some(),
            at: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
            undone: false,
        };
        write_whole(&folder.join("change.json"), &serde_json::to_vec_pretty(&kept)?)
    }
}

/// Writes beside the file, syncs, then renames: whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = fs::File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(beside, path)
}
