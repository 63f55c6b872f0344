//! Why an answer is less than certain.

/// Why an answer is less than certain, or what it takes for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Doubt {
    /// Were `replace_path` to spare earlier mods, another definition would win (R2).
    ReplacePathOfEarlierMods,
    /// Were files and subfolders sorted together, another definition would win (R3).
    DepthBeforeName,
    /// Two definitions have the same priority: the game logs an error, and nothing says which it uses (R8).
    EqualPriorities,
    /// The game's version is not known, and in an older one another definition would win, or none.
    VersionUnknown,
    /// In which order appended lists run is not documented (R7).
    ListOrder,
    /// Which text of one key without a replace folder wins is erratic (R11).
    DuplicateText,
    /// Only the wiki says which of the two replace folders comes first (R11).
    ReplaceFolders,
    /// The key begins with a prefix of other games, which this one does not know (R14).
    OtherGamesPrefix,
    /// The table's row for this folder is not certain.
    FolderRule,
    /// So many files and folders that may define the key were not read.
    Unread(usize),
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ReplacePathOfEarlierMods => {
                "R2: sources disagree whether replace_path hides files of earlier mods; if it does not, another one wins"
            }
            Self::DepthBeforeName => {
                "R3: that subfolders load after files rests on one measurement; sorted together, another one wins"
            }
            Self::EqualPriorities => "equal priorities: the game logs an error, and nothing says which one it uses",
            Self::VersionUnknown => {
                "the game's version is not known: this is so in the newest one; in an older one the outcome is another"
            }
            Self::ListOrder => "R7: the order of entries within appended lists is not documented",
            Self::DuplicateText => "R11: without a replace folder, who wins is erratic; mostly the first",
            Self::ReplaceFolders => {
                "R11: that localization/replace comes before <language>/replace is told by the wiki alone"
            }
            Self::OtherGamesPrefix => {
                "R14: prefixes such as REPLACE: belong to other games; here they are part of the key"
            }
            Self::FolderRule => "the rule for this folder is not documented well",
            Self::Unread(count) => {
                return write!(
                    f,
                    "{count} of the files and folders here could not be read or are too large: what they define is not known"
                );
            }
        })
    }
}
