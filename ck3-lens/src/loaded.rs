//! Compares what the game logged about loading with what the lens says: a conformance test for every modder's machine.

use std::collections::BTreeSet;

use index::{FoundKey, KeyInFolder, PlaysetLens, SourceSet as _};
use lens::CandidateOutcome;
use reply_kit::{Address, ReplyData, Text};
use world_adapter::{LoadFacts, LoadLog, LoadedOverride, LogFileState};

use crate::data::{CertaintyWord, ScriptKey};
use crate::sources::SessionSources;

/// What the game says it loaded, compared with the lens.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct LoadComparison {
    /// Whether both say the same, as far as logs are there.
    pub agrees: bool,
    /// The definitions that won.
    pub winners: WinnerComparison,
    /// The mods that were mounted.
    pub mounted: MountComparison,
}

/// `database_conflicts.log` compared with the lens.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct WinnerComparison {
    /// Whether the log was there.
    pub log: LogFileState,
    /// How many keys the log names.
    pub keys: usize,
    /// How many have the same winner in the lens.
    pub agreeing: usize,
    /// How many have no single winner in the lens: their rule is not certain enough, or several count.
    pub undecided: usize,
    /// Where the lens names another one.
    pub differences: Vec<WinnerDifference>,
    /// How many there are.
    pub differences_total: usize,
    /// How many entries say something else.
    pub other_entries: u64,
    /// How many bytes of the log were not read.
    pub cut_bytes: u64,
}

/// A key for which the game and the lens name different winners.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct WinnerDifference {
    /// The key.
    pub key: ScriptKey,
    /// The folder of its database.
    pub database: Text,
    /// The file that the game names, by the path that it knows it by.
    pub game_file: Text,
    /// The line that it names.
    pub game_line: Option<u32>,
    /// The file that the lens names; null if nothing defines the key any more.
    pub lens_file: Option<Address>,
    /// The line that it names.
    pub lens_line: Option<u32>,
    /// The rule by which the lens decided.
    pub rule: Option<Text>,
    /// How certain it is.
    pub certainty: Option<CertaintyWord>,
}

/// The `Mounted Data` lines of `debug.log` compared with the session's mods.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct MountComparison {
    /// Whether the log was there.
    pub log: LogFileState,
    /// Whether the same mods were mounted in the same order. True also if the log names none.
    pub agrees: bool,
    /// The mods that the game mounted, in order.
    pub mounted: Vec<Address>,
    /// The mods of the session that it did not mount.
    pub not_mounted: Vec<Address>,
    /// How many folders of mods it mounted that are not of the session.
    pub unseen: usize,
    /// How many other folders it mounted: the engine's own, or mods that lie elsewhere.
    pub unknown: usize,
}

impl LoadComparison {
    /// Compares; lists at most `limit` differences.
    pub fn new(lens: &PlaysetLens<SessionSources>, facts: &LoadFacts, limit: usize) -> Self {
        let winners = winners(lens, facts, limit);
        let mounted = mounts(lens.sources(), facts);
        Self { agrees: winners.differences_total == 0 && mounted.agrees, winners, mounted }
    }
}

/// The result of comparing one key.
enum KeyComparison {
    Agrees,
    Undecided,
    Differs,
}

fn winners(lens: &PlaysetLens<SessionSources>, facts: &LoadFacts, limit: usize) -> WinnerComparison {
    let LoadLog { other_entries, cut_bytes, .. } = facts.winners;
    let wanted: Vec<KeyInFolder<'_>> =
        facts.overrides.iter().map(|told| KeyInFolder { folder: &told.database, key: &told.key }).collect();
    let mut compared = WinnerComparison {
        log: facts.winners.state,
        keys: wanted.len(),
        agreeing: 0,
        undecided: 0,
        differences: Vec::new(),
        differences_total: 0,
        other_entries,
        cut_bytes,
    };
    for (told, found) in facts.overrides.iter().zip(lens.objects(&wanted)) {
        match compare(lens, told, &found) {
            KeyComparison::Agrees => compared.agreeing += 1,
            KeyComparison::Undecided => compared.undecided += 1,
            KeyComparison::Differs => {
                compared.differences_total += 1;
                if compared.differences.len() < limit {
                    compared.differences.push(difference(lens, told, found.first()));
                }
            }
        }
    }
    compared
}

/// A key may have several kinds: the log does not say which, so one match is enough.
fn compare(lens: &PlaysetLens<SessionSources>, told: &LoadedOverride, found: &[FoundKey]) -> KeyComparison {
    if found.iter().any(|found| agrees(lens, told, found)) {
        return KeyComparison::Agrees;
    }
    let is_open = |found: &FoundKey| {
        let counts = |outcome: &CandidateOutcome| {
            matches!(outcome, CandidateOutcome::Merged | CandidateOutcome::Separate | CandidateOutcome::Unclear)
        };
        found.winner().is_none() && found.verdict.outcomes.iter().any(counts)
    };
    if found.iter().any(is_open) { KeyComparison::Undecided } else { KeyComparison::Differs }
}

/// The same file; if it has several definitions, the one at that line.
fn agrees(lens: &PlaysetLens<SessionSources>, told: &LoadedOverride, found: &FoundKey) -> bool {
    let Some(winner) = found.winner() else { return false };
    if lens.file(winner.file).game_path() != told.path {
        return false;
    }
    let is_named = |line: u32| told.line == Some(line);
    let beside = || found.definitions.iter().filter(|other| other.file == winner.file && **other != *winner);
    is_named(winner.line) || !beside().any(|other| is_named(other.line))
}

fn difference(lens: &PlaysetLens<SessionSources>, told: &LoadedOverride, found: Option<&FoundKey>) -> WinnerDifference {
    let winner = found.and_then(FoundKey::winner);
    WinnerDifference {
        key: ScriptKey::new(&told.key),
        database: Text::echo(&told.database),
        game_file: Text::echo(&told.path),
        game_line: told.line,
        lens_file: winner.and_then(|winner| lens.sources().address_of(lens.file(winner.file))),
        lens_line: winner.map(|winner| winner.line),
        rule: found.map(|found| Text::new(format!("{:?}", found.verdict.rule))),
        certainty: found.map(|found| found.verdict.certainty.into()),
    }
}

fn mounts(sources: &SessionSources, facts: &LoadFacts) -> MountComparison {
    let expected =
        || (0..sources.count()).filter(|source| !sources.is_game(*source)).map(|it| sources.get(it).address());
    let mounted: BTreeSet<&str> = facts.mounted.iter().map(Address::as_str).collect();
    let says_nothing = facts.mounted.is_empty() && facts.unseen == 0;
    let not_mounted: Vec<Address> = if says_nothing {
        Vec::new()
    } else {
        expected().filter(|address| !mounted.contains(address.as_str())).cloned().collect()
    };
    MountComparison {
        log: facts.mounts.state,
        agrees: says_nothing || (facts.mounted.iter().eq(expected()) && facts.unseen == 0),
        mounted: facts.mounted.clone(),
        not_mounted,
        unseen: facts.unseen,
        unknown: facts.unknown,
    }
}
