//! Limits of the undo store (L106).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::policy::Requirement;

/// The retention zone of a change: by what the change required. A zone never makes room for another one, so changes that an
/// agent makes freely cannot push out changes that a person approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RetentionZone {
    /// It required nothing.
    Free,
    /// It required a contract.
    Contract,
    /// It required a person's approval: every deletion and every rename does.
    Approved,
}

impl RetentionZone {
    pub(super) const ALL: [Self; 3] = [Self::Free, Self::Contract, Self::Approved];

    pub(super) fn of(needed: Requirement) -> Self {
        match needed {
            Requirement::Free => Self::Free,
            Requirement::Contract => Self::Contract,
            Requirement::Token | Requirement::ContractAndToken | Requirement::Never => Self::Approved,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Contract => "contract",
            Self::Approved => "approved",
        }
    }
}

/// The limits of one zone. Pruned first are the changes that replaced what recorded changes had left, then the others, the oldest
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZoneLimits {
    /// How many changes.
    pub changes: usize,
    /// How many bytes of replaced content.
    pub bytes: u64,
    /// How long changes are kept.
    pub age: Duration,
}

const DAY: Duration = Duration::from_hours(24);
const GIB: u64 = 1 << 30;

impl ZoneLimits {
    /// The default limits of each zone, from that of changes that required nothing to that of approved ones.
    pub const DEFAULT: [Self; 3] = [
        Self { changes: 1_000, bytes: GIB, age: DAY.saturating_mul(90) },
        Self { changes: 5_000, bytes: 2 * GIB, age: DAY.saturating_mul(180) },
        Self { changes: 10_000, bytes: 4 * GIB, age: DAY.saturating_mul(365) },
    ];
}

struct StoredChange {
    folder: PathBuf,
    made: SystemTime,
    bytes: u64,
    /// Whether what it replaced was itself left by a recorded change.
    is_intermediate: bool,
}

/// How many changes one call prunes for their age alone: the clock may be wrong, and more than one so that a zone gets empty of
/// old changes as it is used.
const MAX_AGED: usize = 2;

/// One in this many changes of a zone's limit outlives its age: the newest ones, which a wrong clock cannot prune.
const AGELESS_SHARE: usize = 10;

impl ZoneLimits {
    /// Prunes changes that exceed the limits, but never the newest one. A failure is harmless.
    pub(super) fn apply(self, zone: &Path, just_kept: &Path, now: SystemTime) {
        let Ok(entries) = fs::read_dir(zone) else { return };
        let mut kept: Vec<StoredChange> = entries.flatten().filter_map(|entry| StoredChange::of(&entry)).collect();
        kept.sort_by_key(|change| (change.folder == just_kept, change.made));
        for aged in kept.drain(..self.aged(&kept, now)) {
            remove(&aged.folder);
        }
        // What a person put there outlives what an agent made of it since.
        kept.sort_by_key(|change| (change.folder == just_kept, !change.is_intermediate, change.made));
        let mut bytes = kept.iter().fold(0_u64, |sum, change| sum.saturating_add(change.bytes));
        for (index, change) in kept.iter().enumerate() {
            let left = kept.len() - index;
            if left == 1 || (left <= self.changes && bytes <= self.bytes) {
                break;
            }
            remove(&change.folder);
            bytes = bytes.saturating_sub(change.bytes);
        }
    }

    /// How many changes, of those from the oldest on, are pruned for their age.
    fn aged(self, oldest_first: &[StoredChange], now: SystemTime) -> usize {
        let ageless = (self.changes / AGELESS_SHARE).max(1);
        let candidates = oldest_first.len().saturating_sub(ageless).min(MAX_AGED);
        // A time in the future counts as now.
        let is_old = |change: &&StoredChange| now.duration_since(change.made).is_ok_and(|age| age > self.age);
        oldest_first.iter().take(candidates).take_while(is_old).count()
    }
}

impl StoredChange {
    /// A folder that is named like a change; anything else in the store is not ours.
    fn of(entry: &fs::DirEntry) -> Option<Self> {
        entry.file_name().to_str()?.parse::<reply_kit::TraceId>().ok()?;
        let folder = entry.path();
        // A change without a record was never finished; its age is that of its folder.
        let dated = super::store::record_of(&folder).map_or_else(|| entry.metadata(), fs::metadata);
        let made = dated.and_then(|metadata| metadata.modified()).ok()?;
        let size = |name: &str| fs::metadata(folder.join(name)).map_or(0, |metadata| metadata.len());
        let bytes = size(super::store::BEFORE).saturating_add(size(super::store::TREE));
        let is_intermediate = fs::metadata(folder.join(super::store::INTERMEDIATE)).is_ok();
        Some(Self { folder, made, bytes, is_intermediate })
    }
}

/// The record first: a partial change must not look like one that can be undone.
pub(super) fn remove(folder: &Path) {
    if let Some(record) = super::store::record_of(folder) {
        _ = fs::remove_file(record);
    }
    _ = fs::remove_dir_all(folder);
}
