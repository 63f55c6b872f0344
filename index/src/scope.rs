//! How much of a playset a question is about.

use ck3_script::Folder;
use lens::split_dlc;

/// The file that says which folders of others a mod hides.
pub(crate) const DESCRIPTOR: &str = "descriptor.mod";

/// How much of a playset a question is about: what lies elsewhere is not looked at, so that a narrow question costs little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every file of script and localization.
    Everything,
    /// The files of script and localization below a folder.
    Below(String),
    /// All files of exactly one folder, whatever they hold.
    Folder(String),
}

impl Scope {
    /// What lies below a folder; everything for an empty one.
    pub fn below(folder: &str) -> Self {
        match folder.trim_matches('/') {
            "" => Self::Everything,
            folder => Self::Below(folder.to_owned()),
        }
    }

    pub(crate) fn wants_folder(&self, path: &str, is_game: bool) -> bool {
        let path = if is_game {
            match split_dlc(path) {
                // `dlc` and `dlc/<name>` lead to everything.
                (None, "dlc") => return true,
                (None, path) if path.strip_prefix("dlc/").is_some_and(|rest| !rest.contains('/')) => return true,
                (_, path) => path,
            }
        } else {
            path
        };
        match self {
            Self::Everything => true,
            Self::Below(folder) => is_below(path, folder) || is_below(folder, path),
            Self::Folder(folder) => is_below(folder, path),
        }
    }

    pub(crate) fn wants_file(&self, folder: &str, name: &str, is_game: bool) -> bool {
        if folder.is_empty() && name == DESCRIPTOR {
            return true;
        }
        let path = [folder, "/", name].concat();
        let path = if is_game { split_dlc(path.trim_start_matches('/')).1 } else { path.trim_start_matches('/') };
        let below = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        match self {
            Self::Everything => is_script(path),
            Self::Below(folder) => is_below(below, folder) && is_script(path),
            Self::Folder(folder) => below == folder,
        }
    }
}

fn is_script(path: &str) -> bool {
    !matches!(Folder::of(path), Folder::Other | Folder::Descriptor)
}

/// Whether a path is a folder, or lies in it.
fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || folder.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_scope_looks_into_few_folders() {
        let scope = Scope::below("common/traits/");
        for (folder, wanted) in [
            ("common", true),
            ("common/traits", true),
            ("common/traits/sub", true),
            ("common/traits_of_mine", false),
            ("events", false),
            ("dlc", true),
            ("dlc/dlc1", true),
            ("dlc/dlc1/common", true),
            ("dlc/dlc1/gfx", false),
        ] {
            assert_eq!(scope.wants_folder(folder, true), wanted, "{folder}");
        }
        assert!(!scope.wants_folder("dlc", false));
        assert!(scope.wants_file("dlc/dlc1/common/traits", "a.txt", true));
        assert!(scope.wants_file("", DESCRIPTOR, false));
        assert!(!scope.wants_file("common/traits", "a.dds", false));
        assert!(Scope::Folder("gfx".into()).wants_file("gfx", "a.dds", false));
        assert!(!Scope::Folder("gfx".into()).wants_folder("gfx/sub", false));
    }
}
