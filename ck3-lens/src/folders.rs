//! Whether a playset has a folder, and which come near one that it has not (L105).

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use lens::split_dlc;
use world_adapter::{FileVisitor, FoundFile, WalkOptions, WorldSources, nearest};

/// How many names beside a folder are compared.
const MAX_COMPARED: usize = 2_000;
/// How many folders are named.
const MAX_NEAREST: usize = 3;

/// What a playset has where a folder is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NearFolders {
    /// Whether a source has the folder.
    pub exists: bool,
    /// Folders that are nearly called so, on the way to it.
    pub nearest: Vec<String>,
}

impl NearFolders {
    /// Looks for a folder in all sources, by the path that the game knows it by. Only folders on the way to it are read.
    pub fn find(sources: &WorldSources, folder: &str) -> Self {
        let mut beside = BTreeSet::new();
        let mut exists = folder.is_empty();
        for source in &sources.opened {
            let is_game = source.mod_name().is_none();
            let mut walk = FolderWalk { folder, is_game, exists: &mut exists, beside: &mut beside };
            source.walk("", &WalkOptions::default(), &mut walk);
        }
        let mut near = Vec::new();
        let names: Vec<&str> = folder.split('/').collect();
        for depth in 1..=names.len() {
            let of_depth = beside.iter().map(String::as_str).filter(|found| found.split('/').count() == depth);
            near.extend(nearest(&names[..depth].join("/"), of_depth).into_iter().map(ToOwned::to_owned));
        }
        near.truncate(MAX_NEAREST);
        Self { exists, nearest: near }
    }
}

struct FolderWalk<'w> {
    folder: &'w str,
    is_game: bool,
    exists: &'w mut bool,
    beside: &'w mut BTreeSet<String>,
}

impl FileVisitor for FolderWalk<'_> {
    fn wants_folder(&mut self, path: &str) -> bool {
        let path = match (self.is_game, split_dlc(path)) {
            (false, _) => path,
            // `dlc` and `dlc/<name>` lead to everything.
            (true, (None, "dlc")) => return true,
            (true, (None, path)) if path.strip_prefix("dlc/").is_some_and(|rest| !rest.contains('/')) => return true,
            (true, (_, path)) => path,
        };
        if path == self.folder {
            *self.exists = true;
            return false;
        }
        let is_on_the_way = self.folder.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        if !is_on_the_way && self.beside.len() < MAX_COMPARED {
            self.beside.insert(path.to_owned());
        }
        is_on_the_way
    }

    fn wants_file(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn visit(&mut self, _: &FoundFile<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
