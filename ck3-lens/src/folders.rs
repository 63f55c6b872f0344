//! Whether a playset has a folder, and which folders and files are near a missing one (L105).

use std::collections::BTreeSet;

use lens::split_dlc;
use world_adapter::{FileVisitor, WalkOptions, WorldSources, nearest};

/// How many names of folders, and of files, are compared.
const MAX_COMPARED: usize = 2_000;
/// How many are suggested.
const MAX_NEAREST: usize = 3;

/// What a playset has at a folder's path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NearFolders {
    /// Whether a source has the folder.
    pub exists: bool,
    /// Folders with similar names, among its parents' entries.
    pub nearest: Vec<String>,
}

impl NearFolders {
    /// Searches all sources for a folder, by the path that the game knows it by. Only its parent folders are read.
    pub fn find(sources: &WorldSources, folder: &str) -> Self {
        let found = NearbyNames::collect(sources, folder, NamesWanted::Folders);
        Self { exists: found.exists, nearest: found.near_folders(folder) }
    }
}

/// For a file that no source has: files with similar names in its folder, or else similar parent folders.
pub(crate) fn near_files(sources: &WorldSources, path: &str) -> Vec<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let found = NearbyNames::collect(sources, folder, NamesWanted::FilesToo);
    let slash = if folder.is_empty() { "" } else { "/" };
    let names = nearest(name, found.files.iter().map(String::as_str));
    let near: Vec<String> = names.into_iter().map(|name| [folder, slash, name].concat()).collect();
    if near.is_empty() { found.near_folders(folder) } else { near }
}

/// Whether the names of files in the folder are collected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NamesWanted {
    Folders,
    FilesToo,
}

/// The entries of a folder's parents, in all sources.
#[derive(Default)]
struct NearbyNames {
    exists: bool,
    folders: BTreeSet<String>,
    /// The names of the files in the folder.
    files: BTreeSet<String>,
}

impl NearbyNames {
    fn collect(sources: &WorldSources, folder: &str, wanted: NamesWanted) -> Self {
        let mut found = Self { exists: folder.is_empty(), ..Self::default() };
        for source in &sources.opened {
            let is_game = source.mod_name().is_none();
            let mut walk = FolderWalk { folder, is_game, wanted, found: &mut found };
            source.walk("", &WalkOptions::default(), &mut walk);
        }
        found
    }

    fn near_folders(&self, folder: &str) -> Vec<String> {
        let mut near = Vec::new();
        let names: Vec<&str> = folder.split('/').collect();
        for depth in 1..=names.len() {
            let of_depth = self.folders.iter().map(String::as_str).filter(|found| found.split('/').count() == depth);
            near.extend(nearest(&names[..depth].join("/"), of_depth).into_iter().map(ToOwned::to_owned));
        }
        near.truncate(MAX_NEAREST);
        near
    }
}

struct FolderWalk<'w> {
    folder: &'w str,
    is_game: bool,
    wanted: NamesWanted,
    found: &'w mut NearbyNames,
}

/// The path of a folder or file as the game knows it: a DLC's files count as if they lay in the game's own folders. `None` for
/// the folders that contain DLC.
pub fn game_path(path: &str, is_game: bool) -> Option<&str> {
    if !is_game {
        return Some(path);
    }
    match path.strip_prefix("dlc") {
        Some("") => None,
        Some(rest) if rest.starts_with('/') && !rest[1..].contains('/') => None,
        _ => Some(split_dlc(path).1),
    }
}

impl FileVisitor for FolderWalk<'_> {
    fn wants_folder(&mut self, path: &str) -> bool {
        // Folders that contain DLC may lead to any folder.
        let Some(path) = game_path(path, self.is_game) else { return true };
        if path == self.folder {
            self.found.exists = true;
            return self.wanted == NamesWanted::FilesToo;
        }
        let is_on_the_way = self.folder.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        if !is_on_the_way && self.found.folders.len() < MAX_COMPARED {
            self.found.folders.insert(path.to_owned());
        }
        is_on_the_way
    }

    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        let is_wanted =
            self.wanted == NamesWanted::FilesToo && game_path(folder, self.is_game).unwrap_or(folder) == self.folder;
        if is_wanted && self.found.files.len() < MAX_COMPARED {
            self.found.files.insert(name.to_owned());
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dlc_holds_lies_where_the_games_own_files_lie() {
        for (path, is_game, expected) in [
            ("dlc", true, None),
            ("dlc/dlc012", true, None),
            ("dlc/dlc012/common/a.txt", true, Some("common/a.txt")),
            ("dlc/dlc012", false, Some("dlc/dlc012")),
            ("dlcs/a", true, Some("dlcs/a")),
        ] {
            assert_eq!(game_path(path, is_game), expected, "{path}");
        }
    }
}
