//! The database that a file belongs to: within it, a key names one thing.

use ck3_script::DefinitionKind;

use crate::rule::CONTAINERS;

/// The folder within which a file's keys are unique.
///
/// In `common` it is the folder below, or the one below that where the folder holds databases; a deeper folder belongs to the
/// nearest of these (R17). Other top folders are one database each, save `history` and `map_data`.
///
/// ```
/// assert_eq!(lens::database("common/decisions/dlc_decisions/a.txt"), "common/decisions");
/// assert_eq!(lens::database("common/culture/traditions/a.txt"), "common/culture/traditions");
/// assert_eq!(lens::database("events/war/a.txt"), "events");
/// ```
pub fn database(path: &str) -> &str {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let top = first_names(folders, 1);
    let wanted = if top == "common" { 2 } else { 1 };
    let folder = first_names(folders, wanted);
    if CONTAINERS.contains(&folder) { first_names(folders, wanted + 1) } else { folder }
}

fn first_names(folders: &str, count: usize) -> &str {
    let end = folders.match_indices('/').nth(count - 1).map_or(folders.len(), |(at, _)| at);
    &folders[..end]
}

/// Whether a path is a folder, or lies in it; an empty folder holds everything.
pub fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Whether definitions of a kind are also distinguished by their group: defines by group and name, texts by language.
pub fn is_unique_in_group(kind: DefinitionKind) -> bool {
    matches!(
        kind,
        DefinitionKind::Define | DefinitionKind::LocalizationKey | DefinitionKind::Asset | DefinitionKind::GuiWidget
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_database() {
        for (path, expected) in [
            ("common/traits/00.txt", "common/traits"),
            ("common/achievement_groups.txt", "common"),
            ("common/culture/cultures/a/b.txt", "common/culture/cultures"),
            ("common/culture/a.txt", "common/culture"),
            ("history/titles/a.txt", "history/titles"),
            ("map_data/geographical_regions/a.txt", "map_data/geographical_regions"),
            ("gui/shared/a.gui", "gui"),
            ("localization/english/a/b_l_english.yml", "localization"),
            ("a.txt", ""),
        ] {
            assert_eq!(database(path), expected);
        }
    }
}
