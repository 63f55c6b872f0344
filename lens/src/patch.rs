//! Where a new file must be, and what its name must be, so that its definition wins.

use std::cmp::Ordering;

use crate::file_order::compare_paths;
use crate::localization::{ReplaceClass, replace_class};

/// What a new file must do to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchGoal {
    /// Load after every other definition (R4, R6, R7).
    Last,
    /// Load before every other definition (R5).
    First,
    /// Lie in a replace folder (R11).
    ReplaceFolder,
}

/// A path from which a definition wins over those in `others`, which are the files in force that define the key.
///
/// `database` is the folder to start from, `stem` what the file is to be called, `ending` what its name ends with, such as `.txt`
/// or `_l_english.yml`. The answer is to be checked by [`judge`](crate::judge()): some goals can be reached by no name.
///
/// ```
/// use lens::{PatchGoal, patch_path};
/// let path = patch_path("common/traits", &["common/traits/zzz_zeal.txt"], PatchGoal::Last, "brave", ".txt");
/// assert_eq!(path, "common/traits/zzzz_brave.txt");
/// ```
pub fn patch_path(database: &str, others: &[&str], goal: PatchGoal, stem: &str, ending: &str) -> String {
    let replacing = || others.iter().copied().filter(|path| replace_class(path) == ReplaceClass::OfAll);
    match goal {
        PatchGoal::Last => after(database, latest(others.iter().copied()), stem, ending),
        PatchGoal::ReplaceFolder => after(&format!("{database}/replace"), latest(replacing()), stem, ending),
        PatchGoal::First => {
            let first = others.iter().copied().min_by(|one, other| compare_paths(one, other));
            before(database, first, stem, ending)
        }
    }
}

fn latest<'p>(paths: impl Iterator<Item = &'p str>) -> Option<&'p str> {
    paths.max_by(|one, other| compare_paths(one, other))
}

fn after(folder: &str, last: Option<&str>, stem: &str, ending: &str) -> String {
    let plain = format!("{folder}/zzz_{stem}{ending}");
    let Some(last) = last.filter(|last| compare_paths(last, &plain) != Ordering::Less) else { return plain };
    let (folder, name) = last.rsplit_once('/').unwrap_or((folder, last));
    let leading = name.bytes().take_while(|byte| *byte == b'z').count();
    let longer = format!("{folder}/{}_{stem}{ending}", "z".repeat(leading.max(2) + 1));
    if compare_paths(last, &longer) == Ordering::Less {
        return longer;
    }
    // `_` sorts after `.`, so this comes after the file whose name it begins with.
    let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
    format!("{folder}/{name}_{stem}{ending}")
}

fn before(folder: &str, first: Option<&str>, stem: &str, ending: &str) -> String {
    let plain = format!("{folder}/00_{stem}{ending}");
    let Some(first) = first.filter(|first| compare_paths(&plain, first) != Ordering::Less) else { return plain };
    let name = first.rsplit_once('/').map_or(first, |(_, name)| name);
    // `!` is the first character that a name should begin with.
    let leading = name.bytes().take_while(|byte| *byte == b'!').count();
    format!("{folder}/{}00_{stem}{ending}", "!".repeat(leading + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_path_loads_last_or_first(names in proptest::collection::vec("[!0azZ_~]{1,4}(/[!0az~]{1,3})?", 1..6)) {
            let paths: Vec<String> = names.iter().map(|name| format!("common/x/{name}.txt")).collect();
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            let last = patch_path("common/x", &paths, PatchGoal::Last, "key", ".txt");
            prop_assert!(paths.iter().all(|path| compare_paths(path, &last) == Ordering::Less), "{last}");
            let first = patch_path("common/x", &paths, PatchGoal::First, "key", ".txt");
            prop_assert!(paths.iter().all(|path| compare_paths(&first, path) == Ordering::Less), "{first}");
        }
    }
}
