//! The row that decides in the installed version of the game, and what to say if that version is not known.

use ck3_script::DefinitionKind;

use crate::doubt::Doubt;
use crate::judge::{Candidate, Verdict, judge};
use crate::rule::{Certainty, FOLDERS, FolderRule, GameVersion, folder_rule};

/// The row that decides between definitions of one key in one version of the game.
#[derive(Clone, Copy, Debug)]
pub struct Ruling {
    /// The row.
    pub row: &'static FolderRule,
    /// The version is not known, and taken to be the newest.
    is_assumed: bool,
}

impl Ruling {
    /// The row for definitions of a kind in a file; without a version, that of the newest.
    pub fn new(path: &str, kind: DefinitionKind, is_local: bool, version: Option<GameVersion>) -> Self {
        let row = folder_rule(path, kind, is_local, version.unwrap_or(GameVersion::NEWEST));
        Self { row, is_assumed: version.is_none() }
    }

    /// Decides, and adds a doubt if the version is not known and the rows of older versions decide differently.
    pub fn judge(self, candidates: &[Candidate<'_>]) -> Verdict {
        let mut verdict = judge(self.row, candidates);
        let decides_otherwise = |row: &FolderRule| {
            let older = judge(row, candidates);
            (older.winner, &older.outcomes) != (verdict.winner, &verdict.outcomes)
        };
        if self.is_assumed && self.older_rows().any(decides_otherwise) {
            verdict.doubts.push(Doubt::VersionUnknown);
            verdict.certainty = verdict.certainty.and(Certainty::Likely);
        }
        verdict
    }

    /// The rows for the same definitions in older versions.
    fn older_rows(self) -> impl Iterator<Item = &'static FolderRule> {
        let same = move |row: &&FolderRule| (row.folder, row.kind) == (self.row.folder, self.row.kind);
        FOLDERS.iter().filter(same).filter(move |row| row.from < self.row.from)
    }
}
