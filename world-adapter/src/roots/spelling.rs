//! How a disk that ignores letter case spells a path (L54).
//!
//! On such a disk `GAME/Repo` and `game/repo` are one place. Identity is compared by names, so only the disk's own spelling is
//! an address; another spelling is answered with the right one. On a case-sensitive disk nothing is looked up.

use std::io;

use cap_std::fs::Dir;

use super::contained::{self, InodeId, LookupError, Scratch, join};

/// Whether names that differ in letter case only are one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum LetterCase {
    /// They are two names.
    #[default]
    Matters,
    /// They are one name.
    Ignored,
}

/// How many entries of a directory the probe reads.
const MAX_PROBED: usize = 32;

impl LetterCase {
    /// The usual behaviour of the system's disks, for one that cannot be probed. Assuming that case is ignored hides nothing
    /// and permits nothing: it only rejects a name that differs from another in letter case alone.
    pub(crate) const USUAL: Self = if cfg!(any(windows, target_os = "macos")) { Self::Ignored } else { Self::Matters };

    /// Probes the file system: whether an entry is also found under its name in the other case. `None` if there is no entry to
    /// probe with.
    pub(crate) fn probe(dir: &Dir) -> Option<Self> {
        for entry in dir.entries().ok()?.flatten().take(MAX_PROBED) {
            let name = entry.file_name();
            let Some((name, flipped)) = name.to_str().and_then(|name| Some((name, flipped(name)?))) else { continue };
            return Some(if is_same(dir, name, &flipped) { Self::Ignored } else { Self::Matters });
        }
        None
    }
}

/// The name with its letters in the other case; `None` if it has none.
pub(crate) fn flipped(name: &str) -> Option<String> {
    let flip = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    name.contains(|letter: char| letter.is_ascii_alphabetic()).then(|| name.chars().map(flip).collect())
}

/// Whether two names of a directory are one file.
pub(crate) fn is_same(dir: &Dir, name: &str, other: &str) -> bool {
    let id = |name: &str| dir.symlink_metadata(name).map(|found| InodeId::of(&found));
    matches!((id(name), id(other)), (Ok(one), Ok(two)) if one == two)
}

/// The disk's spelling of a path, if it differs from the given one. Names that do not exist are kept.
pub(crate) fn correct(dir: &Dir, path: &str) -> Result<Option<String>, LookupError> {
    let spelled = spell(path, |parent, name| match contained::open_dir(dir, parent) {
        Ok(parent) => find(&parent, name),
        // A link among the parents, or nothing: its target is checked after it was followed.
        Err(LookupError::Absent | LookupError::Hidden | LookupError::Misspelled(_)) => Ok(None),
        Err(LookupError::Closed(error) | LookupError::Failed(error)) => Err(error),
    })?;
    Ok((spelled != path).then_some(spelled))
}

/// Spells a path name by name; `find` says how a name is spelled in a directory, if it is there.
fn spell(path: &str, mut find: impl FnMut(&str, &str) -> io::Result<Option<String>>) -> io::Result<String> {
    let mut spelled = String::with_capacity(path.len());
    let mut names = path.split('/');
    for name in names.by_ref() {
        let Some(found) = find(&spelled, name)? else {
            spelled = join(&spelled, name);
            break;
        };
        spelled = join(&spelled, &found);
    }
    Ok(names.fold(spelled, |spelled, name| join(&spelled, name)))
}

/// How a directory spells a name: exactly so, or else a name that differs in letter case only.
fn find(dir: &Dir, name: &str) -> io::Result<Option<String>> {
    let (mut is_exact, mut alike) = (false, None);
    contained::each_entry(dir, &mut Scratch::default(), |entry, _| {
        is_exact |= entry == name.as_bytes();
        if !is_exact && let Some(entry) = std::str::from_utf8(entry).ok().filter(|entry| is_alike(entry, name)) {
            alike = Some(entry.to_owned());
        }
    })?;
    Ok(if is_exact { Some(name.to_owned()) } else { alike })
}

/// Whether two names differ in letter case at most.
pub(crate) fn is_alike(one: &str, other: &str) -> bool {
    let folded = |name: &str| name.chars().flat_map(char::to_lowercase).collect::<String>();
    folded(one) == folded(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l54_a_path_is_spelled_as_the_disk_spells_it() {
        let disk = |parent: &str, name: &str| {
            let names: &[&str] = match parent {
                "" => &["game", "Other"],
                "game" => &["Repo", "ÄRGER"],
                _ => &[],
            };
            Ok(names.iter().find(|entry| is_alike(entry, name)).map(|entry| (*entry).to_owned()))
        };
        for (written, expected) in [
            ("game/Repo", "game/Repo"),
            ("GAME/repo", "game/Repo"),
            ("game/ärger", "game/ÄRGER"),
            ("OTHER/New/File.txt", "Other/New/File.txt"),
            ("new/Game", "new/Game"),
        ] {
            assert_eq!(spell(written, disk).unwrap(), expected);
        }
    }

    #[test]
    fn l54_a_disk_is_asked_whether_letter_case_matters() {
        let folder = tempfile::tempdir().unwrap();
        let outer = Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap();
        outer.create_dir("inner").unwrap();
        let dir = contained::open_child(&outer, "inner").unwrap();
        let inner = folder.path().join("inner");
        assert_eq!(LetterCase::probe(&dir), None, "nothing to ask about");
        std::fs::write(inner.join("123"), "").unwrap();
        std::fs::write(inner.join("Name"), "").unwrap();
        if cfg!(target_os = "linux") {
            assert_eq!(LetterCase::probe(&dir), Some(LetterCase::Matters));
            // As a disk that ignores case would answer: both names are one file.
            std::fs::hard_link(inner.join("Name"), inner.join("nAME")).unwrap();
            assert_eq!(LetterCase::probe(&dir), Some(LetterCase::Ignored));
            // A name that is there as it is written is not another's spelling.
            for name in ["Name", "nAME"] {
                let dir = contained::open_child(&outer, "inner").unwrap();
                assert_eq!(find(&dir, name).unwrap().as_deref(), Some(name));
            }
        }
    }
}
