//! Which file the game reads in place of one that was found, as `ck3_lens` reports it: by R1 and R2.

use std::cell::OnceCell;

use ck3_lens::game_path;
use lens::{DESCRIPTOR, FileStanding, LoadPosition, ModDescriptor, ReplacePaths, split_dlc, standing};
use reply_kit::Address;
use world_adapter::WorldSource;

use crate::candidates::Candidates;

/// The shadowing of a search's files. Descriptors are read when the first one is needed.
pub(crate) struct Shadows<'q> {
    candidates: &'q Candidates,
    sources: &'q [WorldSource],
    replaced: OnceCell<ReplacePaths>,
    /// The game's DLC that have files in this search, in load order (R15).
    dlc: OnceCell<Vec<&'q str>>,
}

impl<'q> Shadows<'q> {
    pub(crate) fn new(candidates: &'q Candidates, sources: &'q [WorldSource]) -> Self {
        Self { candidates, sources, replaced: OnceCell::new(), dlc: OnceCell::new() }
    }

    /// The file of the same path that the game reads instead, or the mod whose `replace_path` hides the file's folder.
    pub(crate) fn of(&self, index: usize) -> Option<Address> {
        let source = self.candidates.source_of(index);
        let is_game = self.is_game(source);
        let whole = self.candidates.path(index);
        // Every mod's descriptor is read.
        let path = game_path(whole, is_game).filter(|path| *path != DESCRIPTOR)?;
        let position = self.position(source, whole);
        let (last, last_file) = self.last(path);
        let replaced = self.replaced.get_or_init(|| self.replace_paths());
        match standing(path, position, last.max(position), replaced) {
            FileStanding::InForce => None,
            FileStanding::Replaced { .. } => last_file,
            FileStanding::Hidden { by, .. } => {
                let hides = |source: &usize| self.position(*source, "") == by;
                let by = (0..self.sources.len()).find(hides)?;
                Some(self.sources.get(by)?.address().clone())
            }
        }
    }

    fn is_game(&self, source: usize) -> bool {
        self.sources.get(source).is_some_and(|source| source.mod_name().is_none())
    }

    /// The position of a file's source in the load order.
    fn position(&self, source: usize, path: &str) -> LoadPosition {
        let rank = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        if !self.is_game(source) {
            return LoadPosition::of_mod(rank(source));
        }
        let dlc = split_dlc(path).0.and_then(|name| self.dlc().iter().position(|known| *known == name));
        dlc.map_or(LoadPosition::GAME, |dlc| LoadPosition::of_dlc(rank(dlc)))
    }

    /// The last source that has a file of a path, and that file.
    fn last(&self, path: &str) -> (LoadPosition, Option<Address>) {
        for source in (0..self.sources.len()).rev() {
            let paths: Vec<String> = if self.is_game(source) {
                let of_dlc = self.dlc().iter().rev().map(|dlc| format!("dlc/{dlc}/{path}"));
                of_dlc.chain([path.to_owned()]).collect()
            } else {
                vec![path.to_owned()]
            };
            if let Some(found) = paths.iter().find(|path| self.candidates.has(source, path)) {
                return (self.position(source, found), self.sources.get(source).and_then(|of| of.address_of(found)));
            }
        }
        (LoadPosition::GAME, None)
    }

    fn dlc(&self) -> &[&'q str] {
        self.dlc.get_or_init(|| {
            let Some(game) = (0..self.sources.len()).find(|source| self.is_game(*source)) else { return Vec::new() };
            let from = self.candidates.at_or_after(game, "dlc");
            let files = self.candidates.files_of(game).skip_while(|index| *index < from);
            let mut names: Vec<&str> = files.map_while(|index| split_dlc(self.candidates.path(index)).0).collect();
            names.dedup();
            names
        })
    }

    /// The folders that mods hide. A descriptor that cannot be read hides none.
    fn replace_paths(&self) -> ReplacePaths {
        let mut replaced = ReplacePaths::default();
        for (index, source) in self.sources.iter().enumerate().filter(|(index, _)| !self.is_game(*index)) {
            let Ok(bytes) = source.read(DESCRIPTOR) else { continue };
            for folder in ModDescriptor::parse(&bytes).replace_paths {
                replaced.add(&folder, self.position(index, ""));
            }
        }
        replaced
    }
}
