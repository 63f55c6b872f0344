//! Where the game, its mods and its documents are on this machine: candidates, and which of them exist.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use directories::{BaseDirs, UserDirs};
use world_adapter::RootKey;

use super::plain_path::plain;

const GAME_ID: &str = "1158310";
const GAME: &str = "Crusader Kings III";

/// A place that was looked at.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: RootKey,
    pub(crate) path: PathBuf,
    pub(crate) exists: bool,
}

/// Every place worth looking at, the likelier first.
pub(crate) fn candidates() -> Vec<Candidate> {
    let Some(base) = BaseDirs::new() else { return Vec::new() };
    let home = base.home_dir();
    let libraries = libraries(home);
    let mut found = Vec::new();
    for library in &libraries {
        let apps = library.join("steamapps");
        found.push((RootKey::Game, apps.join("common").join(GAME).join("game")));
        found.push((RootKey::Steam, apps.join("workshop/content").join(GAME_ID)));
    }
    let paradox = Path::new("Paradox Interactive").join(GAME);
    found.push((RootKey::UserDocs, base.data_dir().join(&paradox)));
    // Documents may have been moved; the system knows.
    found.extend(UserDirs::new().and_then(|dirs| Some((RootKey::UserDocs, dirs.document_dir()?.join(&paradox)))));
    found.push((RootKey::UserDocs, home.join("Documents").join(&paradox)));
    found.push((RootKey::UserDocs, home.join("OneDrive/Documents").join(&paradox)));
    for library in &libraries {
        let proton = library.join("steamapps/compatdata").join(GAME_ID).join("pfx/drive_c/users/steamuser/Documents");
        found.push((RootKey::UserDocs, proton.join(&paradox)));
    }
    let mut seen = HashSet::new();
    found.retain(|(_, path)| seen.insert(path.clone()));
    found.into_iter().map(|(key, path)| Candidate { key, exists: path.is_dir(), path }).collect()
}

/// Steam's own folders, and the libraries they name.
fn libraries(home: &Path) -> Vec<PathBuf> {
    let steams = [
        home.join(".local/share/Steam"),
        home.join(".steam/steam"),
        home.join(".var/app/com.valvesoftware.Steam/.local/share/Steam"),
        home.join("snap/steam/common/.local/share/Steam"),
        home.join("Library/Application Support/Steam"),
        PathBuf::from(r"C:\Program Files (x86)\Steam"),
    ];
    let mut libraries: Vec<PathBuf> = Vec::new();
    for steam in steams.into_iter().filter(|steam| steam.is_dir()) {
        let named = std::fs::read_to_string(steam.join("steamapps/libraryfolders.vdf")).unwrap_or_default();
        for library in std::iter::once(steam).chain(named_libraries(&named)) {
            // One library goes by several names where Steam left links.
            let library = library.canonicalize().map_or(library, |found| plain(&found));
            if !libraries.contains(&library) {
                libraries.push(library);
            }
        }
    }
    libraries
}

/// The `"path"` entries of Steam's list of libraries.
fn named_libraries(text: &str) -> Vec<PathBuf> {
    let path = |line: &str| {
        let mut parts = line.split('"').skip(1).step_by(2);
        let value = (parts.next() == Some("path")).then(|| parts.next()).flatten()?;
        Some(PathBuf::from(value.replace(r"\\", r"\")))
    };
    text.lines().filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steams_list_of_libraries_is_read() {
        let text =
            "\"libraryfolders\"\n{\n\t\"0\"\n\t{\n\t\t\"path\"\t\t\"D:\\\\Steam\"\n\t\t\"label\"\t\t\"\"\n\t}\n}\n";
        assert_eq!(named_libraries(text), [PathBuf::from(r"D:\Steam")]);
        assert!(named_libraries("\"path\"\n{ \"path").is_empty());
    }
}
