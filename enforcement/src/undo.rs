//! What changes have replaced, so that a person can have it back.
//!
//! One folder a change: `before` holds what the file held, `change.json` says what was done and is written last. The folder
//! is the operator's own; no agent can address it. Changes lie in zones, by what they needed, and each zone lets go of its own
//! oldest ones only (`retention.rs`).

mod bring_back;
mod retention;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reply_kit::TraceId;
use serde::{Deserialize, Serialize};
use world_adapter::{Attributes, Prepared};

use crate::execute::Keeper;
use crate::policy::Requirement;

pub use retention::{Retention, Zone, ZoneRetention};

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
    /// The digest of what the file held before.
    #[serde(default)]
    pub held: Option<String>,
    /// The number by which the file system knew the file: a rename keeps it, so a later file of that name has another.
    #[serde(default)]
    pub file_number: Option<u64>,
    /// What the file had besides its content.
    #[serde(default)]
    pub attributes: Option<Attributes>,
    /// Where on that machine the target lay, as a digest: in another world the same address leads elsewhere.
    #[serde(default)]
    pub place: Option<String>,
    /// The same of the new name.
    #[serde(default)]
    pub renamed_to_place: Option<String>,
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
#[non_exhaustive]
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
    /// It was brought back before.
    #[error("`{0}` has been undone already")]
    AlreadyUndone(String),
    /// The address leads elsewhere than it did.
    #[error(
        "nothing was changed: `{0}` was changed in another world; with this configuration the address leads elsewhere. \
         Name the configuration that the server ran with: `ck3raven --config <file> undo <id>`"
    )]
    OtherWorld(String),
    /// It was kept by an earlier version.
    #[error(
        "nothing was changed: this change does not say in which world it was made; what the file held is kept under `{0}`"
    )]
    UnknownWorld(String),
    /// It cannot be done as things are.
    #[error("nothing was changed: {0}")]
    Refused(String),
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
        let mut changes: Vec<KeptChange> = Vec::new();
        for folder in self.folders() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(error.into()),
            };
            for entry in entries {
                // A change whose record was never finished was never made either: it is written last.
                let Ok(record) = fs::read(entry?.path().join(RECORD)) else { continue };
                changes.extend(serde_json::from_slice::<KeptChange>(&record).ok());
            }
        }
        changes.sort_by_key(|change| std::cmp::Reverse((change.at, change.nanoseconds)));
        Ok(changes)
    }

    /// A kept change, and what the file held before it; nothing if it was not there.
    pub fn load(&self, trace_id: &str) -> Result<(KeptChange, Option<Vec<u8>>), UndoError> {
        let folder = self.find(trace_id)?;
        let change: KeptChange = serde_json::from_slice(&fs::read(folder.join(RECORD))?)?;
        let before = if change.existed { Some(fs::read(folder.join(BEFORE))?) } else { None };
        Ok((change, before))
    }

    /// Notes that a change has been undone.
    pub fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        let folder = self.find(trace_id)?;
        let mut change: KeptChange = serde_json::from_slice(&fs::read(folder.join(RECORD))?)?;
        change.undone = true;
        change.write(&folder)?;
        Ok(())
    }

    /// Where changes lie: in the zones, and beside them those of an earlier version.
    fn folders(&self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.folder.clone()).chain(Zone::ALL.map(|zone| self.zone(zone)))
    }

    fn zone(&self, zone: Zone) -> PathBuf {
        self.folder.join(zone.name())
    }

    fn find(&self, trace_id: &str) -> Result<PathBuf, UndoError> {
        // An id is nothing but an id: no name of a folder can be smuggled in with it.
        let id = trace_id.parse::<TraceId>().map_err(|_| unknown(trace_id))?.to_string();
        let mut found = self.folders().map(|folder| folder.join(&id));
        found.find(|folder| fs::metadata(folder.join(RECORD)).is_ok()).ok_or_else(|| unknown(trace_id))
    }
}

impl Keeper for UndoStore {
    fn keep(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> io::Result<()> {
        let zone = self.zone(Zone::of(needed));
        let folder = zone.join(trace_id.to_string());
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
            held: change.previous_digest().map(|digest| digest.to_string()),
            file_number: change.file_number(),
            attributes: change.attributes().cloned(),
            place: Some(change.place().to_string()),
            renamed_to_place: change.destination_place().map(|place| place.to_string()),
            at: now.as_secs(),
            nanoseconds: now.subsec_nanos(),
            undone: false,
        };
        kept.write(&folder)?;
        sync(&zone)?;
        sync(&self.folder)
    }

    fn discard(&self, trace_id: TraceId) {
        for zone in Zone::ALL {
            retention::remove(&self.zone(zone).join(trace_id.to_string()));
        }
    }

    /// Only now are older changes let go of: one that failed costs nobody anything.
    fn confirm(&self, trace_id: TraceId, needed: Requirement) {
        let zone = Zone::of(needed);
        let folder = self.zone(zone);
        self.retention.of(zone).apply(&folder, &folder.join(trace_id.to_string()), SystemTime::now());
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
