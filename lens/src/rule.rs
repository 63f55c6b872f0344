//! The rules of loading and where each holds: `rules.toml` as values.

use ck3_script::DefinitionKind;

use crate::database::is_below;

include!(concat!(env!("OUT_DIR"), "/table.rs"));

/// How sure a rule, or an answer, is. A greater one is less sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Certainty {
    /// Documented by Paradox, or by several sources that agree.
    Certain,
    /// One good source, or practice.
    Likely,
    /// Sources disagree, or it is a guess.
    Uncertain,
}

impl Certainty {
    /// The less sure of two.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

/// The names of the rules, as `rules.toml` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "`rule` has the title of each")]
pub enum RuleId {
    R1,
    R2,
    R3,
    R4,
    R5,
    R6,
    R7,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
    R16,
    R17,
    R18,
    R19,
}

/// A rule of loading.
#[derive(Clone, Copy, Debug)]
pub struct LoadRule {
    /// Its name.
    pub id: RuleId,
    /// What it says, in one line.
    pub title: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
    /// Where it is from.
    pub source: &'static str,
}

/// Which rule decides between definitions of one key in a folder.
#[derive(Clone, Copy, Debug)]
pub struct FolderRule {
    /// The folder, or file, that it holds in.
    pub folder: &'static str,
    /// The kind of definition that it applies to; `None` for any.
    pub kind: Option<DefinitionKind>,
    /// The rule.
    pub rule: RuleId,
    /// The first version of the game that it holds for.
    pub from: Option<GameVersion>,
    /// The field of a definition that makes it override others (R8, R9); `None` if no version of the row has one.
    pub priority: Option<&'static str>,
    /// How sure that is.
    pub certainty: Certainty,
    /// Where it is from.
    pub source: &'static str,
    /// A note; may be empty.
    pub remark: &'static str,
}

/// A version of the game, such as 1.20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameVersion {
    major: u16,
    minor: u16,
}

impl GameVersion {
    /// The newest version that the table covers, and every later one.
    pub const NEWEST: Self = Self::new(u16::MAX, u16::MAX);

    /// A version by its two first numbers.
    pub const fn new(major: u16, minor: u16) -> Self {
        Self { major, minor }
    }
}

/// A text that does not begin with a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a version such as 1.20.0.4")]
pub struct ParseGameVersionError;

impl std::str::FromStr for GameVersion {
    type Err = ParseGameVersionError;

    /// Takes the first two numbers: the others change no rule.
    fn from_str(text: &str) -> Result<Self, ParseGameVersionError> {
        let mut parts = text.splitn(3, '.').map(|part| part.parse::<u16>().map_err(|_| ParseGameVersionError));
        match (parts.next(), parts.next()) {
            (Some(major), Some(minor)) => Ok(Self::new(major?, minor?)),
            _ => Err(ParseGameVersionError),
        }
    }
}

/// What a rule says.
pub fn rule(id: RuleId) -> &'static LoadRule {
    // `build.rs` refuses a table whose rules are not R1, R2, … in order.
    &RULES[id as usize]
}

/// The rule for definitions of a kind in a file: the longest folder, then the row for the kind, then the latest version.
///
/// ```
/// use ck3_script::DefinitionKind;
/// use lens::{GameVersion, RuleId, folder_rule};
/// let event = |version| folder_rule("events/a.txt", DefinitionKind::Event, false, version);
/// assert_eq!(event(GameVersion::NEWEST).rule, RuleId::R8);
/// assert_ne!(event(GameVersion::new(1, 19)).certainty, event(GameVersion::new(1, 20)).certainty);
/// ```
pub fn folder_rule(path: &str, kind: DefinitionKind, is_local: bool, version: GameVersion) -> &'static FolderRule {
    let fits = |row: &&FolderRule| {
        row.kind.is_none_or(|wanted| wanted == kind)
            && row.from.is_none_or(|from| from <= version)
            && is_below(path, row.folder)
            && (!is_local || row.rule == RuleId::R13)
    };
    // A file-local kind is so in every folder, so it is checked before the folder.
    let rank = |row: &&FolderRule| {
        let is_constant = kind == DefinitionKind::Constant && row.kind == Some(kind);
        (is_constant, row.folder.len(), row.kind.is_some(), row.from)
    };
    FOLDERS.iter().filter(fits).max_by_key(rank).unwrap_or_else(|| local_rule(is_local))
}

/// The table's row for file-local names, or for everything that it does not name.
fn local_rule(is_local: bool) -> &'static FolderRule {
    let fits = |row: &&FolderRule| row.folder.is_empty() && (row.rule == RuleId::R13) == is_local;
    FOLDERS.iter().find(fits).unwrap_or(&FOLDERS[0])
}

#[cfg(test)]
mod tests {
    use DefinitionKind as K;

    use super::*;

    #[test]
    fn a_version_is_its_first_two_numbers() {
        for (text, expected) in [
            ("1.20.0.4", Ok(GameVersion::new(1, 20))),
            ("1.9", Ok(GameVersion::new(1, 9))),
            ("1", Err(ParseGameVersionError)),
            ("", Err(ParseGameVersionError)),
            ("v1.2", Err(ParseGameVersionError)),
            ("1.99999", Err(ParseGameVersionError)),
        ] {
            assert_eq!(text.parse(), expected, "{text}");
        }
    }

    #[test]
    fn every_rule_is_found_by_its_name() {
        for (index, row) in RULES.iter().enumerate() {
            assert_eq!(row.id as usize, index);
            assert!(std::ptr::eq(rule(row.id), row));
        }
        assert_eq!(RULES.len(), RuleId::R19 as usize + 1);
    }

    #[test]
    fn no_two_rows_say_the_same_of_one_folder() {
        for (index, row) in FOLDERS.iter().enumerate() {
            let same = |other: &&FolderRule| (other.folder, other.kind, other.from) == (row.folder, row.kind, row.from);
            assert_eq!(FOLDERS[..index].iter().find(same).map(|row| row.folder), None);
        }
    }

    #[test]
    fn the_longest_folder_and_the_kind_decide() {
        let found = |path, kind, is_local| folder_rule(path, kind, is_local, GameVersion::NEWEST);
        for (path, kind, is_local, rule, folder) in [
            ("common/traits/a.txt", K::Object, false, RuleId::R4, "common"),
            ("common/traits/a.txt", K::Constant, true, RuleId::R13, ""),
            ("common/on_action/sub/a.txt", K::OnAction, false, RuleId::R7, "common/on_action"),
            ("common/on_actions_of_mine/a.txt", K::Object, false, RuleId::R4, "common"),
            ("common/achievement_groups.txt", K::Object, false, RuleId::R1, "common/achievement_groups.txt"),
            ("events/a.txt", K::Event, false, RuleId::R8, "events"),
            ("events/a.txt", K::ScriptedTrigger, true, RuleId::R13, "events"),
            ("gui/a.gui", K::GuiType, false, RuleId::R5, "gui"),
            ("gui/a.gui", K::GuiWidget, false, RuleId::R1, "gui"),
            ("history/titles/a.txt", K::HistoryEntry, false, RuleId::R10, "history/titles"),
            ("history/wars/a.txt", K::HistoryEntry, false, RuleId::R1, "history"),
            ("notifications/a.txt", K::Object, false, RuleId::R4, ""),
        ] {
            let row = found(path, kind, is_local);
            assert_eq!((row.rule, row.folder), (rule, folder), "{path} {kind:?}");
        }
    }
}
