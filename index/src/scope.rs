//! The part of a playset that a question is about.

use lens::{is_below, split_dlc};

/// The part of a playset that a question is about: files elsewhere are not read, so that a narrow question is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every file of script and localization.
    Everything,
    /// The files of script and localization below a folder.
    Below(String),
    /// One file, whatever its kind: which sources have it, not what it defines.
    File(String),
}

impl Scope {
    /// Everything below a folder; the whole playset for an empty path.
    pub fn below(folder: &str) -> Self {
        match folder.trim_matches('/') {
            "" => Self::Everything,
            folder => Self::Below(folder.to_owned()),
        }
    }

    /// Whether a folder is entered, and its files of script and localization are needed.
    pub(crate) fn wants_folder(&self, path: &str, is_game: bool) -> bool {
        match self {
            Self::Everything => true,
            Self::Below(folder) => is_below(game_path(path, is_game), folder),
            Self::File(_) => false,
        }
    }
}

/// The path that the game knows a file or folder by.
pub(crate) fn game_path(path: &str, is_game: bool) -> &str {
    if is_game { split_dlc(path).1 } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_scope_looks_into_few_folders() {
        let scope = Scope::below("common/traits/");
        for (folder, wanted) in [
            ("common/traits", true),
            ("common/traits/sub", true),
            ("common/traits_of_mine", false),
            ("events", false),
            ("dlc/dlc1/common/traits", true),
            ("dlc/dlc1/gfx", false),
        ] {
            assert_eq!(scope.wants_folder(folder, true), wanted, "{folder}");
        }
        assert!(!scope.wants_folder("dlc/dlc1/common/traits", false));
        assert!(Scope::Everything.wants_folder("gfx", false));
        let is_read = |path| ck3_script::Folder::of(path).has_definitions();
        assert!(is_read("common/traits/a.txt") && !is_read("common/traits/a.dds") && !is_read(lens::DESCRIPTOR));
    }
}
