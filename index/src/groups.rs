//! Questions about all keys at once: conflicts, vanished keys, and what another order would change.

use ck3_script::DefinitionKind;
use lens::{CandidateOutcome, database};

use crate::assemble::FileId;
use crate::found::FoundKey;
use crate::lens_query::{DefinitionRef, KeyFilter, PlaysetLens};
use crate::record::key_hash;
use crate::source::SourceSet;

/// The definitions of many keys, sorted. A page of them is judged when it is requested.
#[derive(Clone, Debug)]
pub struct KeyList {
    pub(crate) groups: Vec<Vec<DefinitionRef>>,
    pub(crate) order: KeyOrder,
}

/// What a list of keys is sorted by first.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyOrder {
    Database,
    Key,
}

/// Where a key stands in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageKey<'k> {
    /// The folder that the key is unique in.
    pub database: &'k [u8],
    /// The key.
    pub key: &'k [u8],
    /// What it is.
    pub kind: &'k [u8],
    /// The group that it is unique in.
    pub group: &'k [u8],
}

/// A page of a list of keys.
#[derive(Clone, Debug)]
pub struct KeyPage {
    /// How many keys come before it.
    pub from: usize,
    /// The keys.
    pub found: Vec<FoundKey>,
    /// Whether it is the last page.
    pub is_last: bool,
}

impl KeyList {
    /// How many there are.
    pub fn total(&self) -> usize {
        self.groups.len()
    }
}

impl<'k> PageKey<'k> {
    /// Reads what [`FoundKey::to_page_key`] wrote.
    pub fn parse(text: &'k str) -> Self {
        let mut parts = text.splitn(4, '|').map(str::as_bytes);
        let mut next = || parts.next().unwrap_or_default();
        let (database, kind, group, key) = (next(), next(), next(), next());
        Self { database, key, kind, group }
    }

    pub(crate) fn sorted_by(self, order: KeyOrder) -> [&'k [u8]; 4] {
        match order {
            KeyOrder::Database => [self.database, self.key, self.kind, self.group],
            KeyOrder::Key => [self.key, self.database, self.kind, self.group],
        }
    }
}

impl FoundKey {
    /// Its place in a list, as text; the key is last, because it may contain anything.
    pub fn to_page_key(&self) -> String {
        let group = self.group.as_deref().unwrap_or_default();
        format!("{}|{}|{group}|{}", self.database, self.kind.as_str(), self.key)
    }
}

impl<S: SourceSet> PlaysetLens<S> {
    /// The keys whose sources `wanted` accepts, given in order and each once.
    ///
    /// File-local names never compete.
    pub fn conflicts(&self, filter: &KeyFilter, wanted: impl Fn(&[usize]) -> bool) -> KeyList {
        let is_wanted = |group: &[DefinitionRef]| {
            let sources = self.sources_of(group.iter().map(|at| at.0));
            sources.len() > 1 && wanted(&sources)
        };
        self.sorted(self.groups(filter, 2).into_iter().filter(|group| is_wanted(group)).collect())
    }

    /// The keys that no file in force defines any more, although a replaced or hidden one does (R1, R2).
    pub fn vanished(&self, filter: &KeyFilter, by: impl Fn(&Self, FileId) -> bool) -> KeyList {
        let is_gone = |group: &Vec<DefinitionRef>| {
            group.iter().all(|at| !self.file(at.0).standing().is_in_force()) && group.iter().any(|at| by(self, at.0))
        };
        self.sorted(self.groups(filter, 1).into_iter().filter(is_gone).collect())
    }

    /// The keys for which another order has another result: see [`PlaysetLens::reordered`].
    pub fn differences(&self, other: &Self, filter: &KeyFilter) -> KeyList {
        let in_force = |found: &FoundKey| -> Vec<(FileId, u32)> {
            let counts = |outcome: &CandidateOutcome| {
                matches!(
                    outcome,
                    CandidateOutcome::InForce
                        | CandidateOutcome::Merged
                        | CandidateOutcome::Separate
                        | CandidateOutcome::Unclear
                        | CandidateOutcome::Local
                )
            };
            let pairs = found.verdict.outcomes.iter().zip(&found.definitions);
            pairs.filter(|(outcome, _)| counts(outcome)).map(|(_, found)| (found.file, found.span.start)).collect()
        };
        let differs = |group: &Vec<DefinitionRef>| {
            let has_changed = |at: &DefinitionRef| {
                let (now, then) = (self.file(at.0), other.file(at.0));
                then.is_dropped || now.standing() != then.standing()
            };
            let is_touched = group.len() > 1 || group.iter().any(has_changed);
            is_touched && in_force(&self.judged(group)) != in_force(&other.judged(group))
        };
        self.sorted(self.groups(filter, 1).into_iter().filter(differs).collect())
    }

    /// A page of keys, judged.
    pub fn page(&self, keys: &KeyList, from: usize, limit: usize) -> Vec<FoundKey> {
        keys.groups.iter().skip(from).take(limit).map(|group| self.judged(group)).collect()
    }

    /// A page of keys after a given one, judged, and whether there are more. The given key need not exist any more.
    pub fn page_after(&self, keys: &KeyList, after: Option<&PageKey<'_>>, limit: usize) -> KeyPage {
        let at = |key: &PageKey<'_>| {
            keys.groups.partition_point(|group| self.page_key(group).sorted_by(keys.order) <= key.sorted_by(keys.order))
        };
        let from = after.map_or(0, at);
        let end = keys.groups.len().min(from.saturating_add(limit));
        KeyPage { from, found: self.page(keys, from, limit), is_last: end == keys.groups.len() }
    }

    pub(crate) fn page_key(&self, group: &[DefinitionRef]) -> PageKey<'_> {
        let (file, row) = self.at(group[0]);
        PageKey {
            database: database(file.game_path()).as_bytes(),
            key: file.record.key(row),
            kind: row.kind.as_str().as_bytes(),
            group: file.record.group(row),
        }
    }

    /// The files of one path that several sources have, as `wanted` accepts them, sorted by path.
    pub fn contested_files(&self, filter: &KeyFilter, wanted: impl Fn(&[usize]) -> bool) -> Vec<Vec<FileId>> {
        let mut files: Vec<FileId> =
            self.files().filter(|(_, file)| filter.wants_file(file)).map(|(id, _)| id).collect();
        files.sort_by(|one, other| {
            let (one, other) = (self.file(*one), self.file(*other));
            (one.game_path(), one.position()).cmp(&(other.game_path(), other.position()))
        });
        let same = |one: &FileId, other: &FileId| self.file(*one).game_path() == self.file(*other).game_path();
        let groups = files.chunk_by(same).filter(|group| group.len() > 1);
        let is_wanted = |group: &&[FileId]| wanted(&self.sources_of(group.iter().copied()));
        groups.filter(is_wanted).map(<[FileId]>::to_vec).collect()
    }

    /// The sources of files, in order and each once.
    fn sources_of(&self, files: impl Iterator<Item = FileId>) -> Vec<usize> {
        let mut sources: Vec<usize> = files.map(|id| self.file(id).source()).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// All definitions by key, for keys with at least `at_least` of them. Texts are compared only if their hashes are equal.
    fn groups(&self, filter: &KeyFilter, at_least: usize) -> Vec<Vec<DefinitionRef>> {
        let mut all: Vec<(u64, DefinitionRef)> = Vec::new();
        for (id, file) in self.files().filter(|(_, file)| filter.wants_file(file)) {
            let place = key_hash(database(file.game_path()).as_bytes());
            // Rows of a kind and group follow each other.
            let mut last: Option<(DefinitionKind, u16, u32)> = None;
            for (index, row) in (0_u32..).zip(&file.record.rows) {
                if row.is_local || row.kind == DefinitionKind::Constant || !filter.wants(file, row) {
                    continue;
                }
                let low = match last {
                    Some((kind, group, low)) if (kind, group) == (row.kind, row.group) => low,
                    _ => {
                        let group = key_hash(file.record.group(row)).rotate_left(7);
                        place ^ group ^ key_hash(row.kind.as_str().as_bytes())
                    }
                };
                last = Some((row.kind, row.group, low));
                all.push((u64::from(file.record.hashes[index as usize]) << 32 | u64::from(low), (id, index)));
            }
        }
        all.sort_unstable();
        let mut found = Vec::new();
        for run in all.chunk_by(|one, other| one.0 == other.0).filter(|run| run.len() >= at_least) {
            let mut groups: Vec<Vec<DefinitionRef>> = Vec::new();
            for (_, at) in run {
                self.put(&mut groups, *at);
            }
            found.extend(groups.into_iter().filter(|group| group.len() >= at_least));
        }
        found
    }

    fn sorted(&self, mut groups: Vec<Vec<DefinitionRef>>) -> KeyList {
        let order = KeyOrder::Database;
        groups.sort_by_cached_key(|group| self.page_key(group).sorted_by(order));
        KeyList { groups, order }
    }
}
