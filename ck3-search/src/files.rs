//! Files by glob.

use std::collections::BTreeSet;

use ck3_lens::game_path;
use reply_kit::Text;
use world_adapter::{FileVisitor, WalkOptions, nearest};

use crate::candidates::Candidates;
use crate::cursor::Cursor;
use crate::data::{FileMatch, FileMatches, Searched};
use crate::filter::FileFilter;
use crate::question::SearchQuery;
use crate::shadow::Shadows;
use crate::text::Budget;

/// The most names that are compared for suggestions.
const MAX_COMPARED: usize = 50_000;

impl SearchQuery {
    /// Finds files.
    pub(crate) fn find_files(&self, glob: &str, budget: Budget) -> FileMatches {
        let mut searched = Searched::default();
        let until = self.started + budget.walking;
        let candidates =
            Candidates::find(&self.sources, &self.filter, (&self.cancellation, until), false, &mut searched);
        let paging = self.paging(&candidates);
        let (range, _) = self.range(&candidates, &paging);
        searched.sources = self.source_count();
        searched.files = range.len();
        let told = range.start..range.end.min(range.start + self.limit);
        let shadows = Shadows::new(&candidates, &self.sources.opened);
        let told_of = |index| Some(FileMatch { file: paging.address(index)?, shadowed_by: shadows.of(index) });
        let matches = told.clone().filter_map(told_of);
        let files: Vec<FileMatch> = matches.collect();
        let total = paging.before + range.len();
        let last = (told.end < range.end).then(|| told.end - 1);
        let cursor = last.and_then(|last| paging.cursor(last, Cursor::WHOLE_FILE, paging.before + told.len()));
        let mut near = Vec::new();
        if total == 0 {
            near = self.near_folders();
            near.extend(self.near_names(glob).iter().map(|name| Text::echo(name)));
        }
        let incomplete = candidates.is_cut || searched.unreadable > 0;
        FileMatches { files, total, searched, nearest: near, incomplete, cursor }
    }

    /// The file names that are nearest to the last part of a glob.
    fn near_names(&self, glob: &str) -> Vec<String> {
        let name = glob.rsplit('/').next().unwrap_or(glob);
        let wanted = name.trim_matches(|letter: char| matches!(letter, '*' | '?' | '.' | '_'));
        if wanted.len() < 3 {
            return Vec::new();
        }
        let Some(filter) = FileFilter::of_folder(self.filter.folder()) else { return Vec::new() };
        let options = WalkOptions { cancellation: self.cancellation.clone(), after: None };
        let mut names = BTreeSet::new();
        for source in &self.sources.opened {
            let mut near =
                NearNames { filter: &filter, is_game: source.mod_name().is_none(), wanted, names: &mut names };
            source.walk("", &options, &mut near);
        }
        // Also compared without their extensions, because agents often leave those out.
        let stems = names.iter().map(|name| name.split_once('.').map_or(name.as_str(), |(stem, _)| stem));
        let by_stem: BTreeSet<&str> = nearest(wanted, stems).into_iter().collect();
        let by_name = nearest(wanted, names.iter().map(String::as_str));
        let is_near = |name: &&String| {
            by_name.contains(&name.as_str()) || name.split_once('.').is_some_and(|(stem, _)| by_stem.contains(stem))
        };
        names.iter().filter(is_near).take(3).cloned().collect()
    }
}

struct NearNames<'n> {
    filter: &'n FileFilter,
    is_game: bool,
    wanted: &'n str,
    names: &'n mut BTreeSet<String>,
}

impl FileVisitor for NearNames<'_> {
    fn wants_folder(&mut self, path: &str) -> bool {
        game_path(path, self.is_game).is_none_or(|path| self.filter.reaches(path))
    }

    /// Names of a very different length are not near; none is visited.
    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        let is_taken = game_path(folder, self.is_game).is_some_and(|folder| self.filter.takes(folder, name));
        let reach = self.wanted.len() / 3 + 8;
        if is_taken && name.len().abs_diff(self.wanted.len()) <= reach && self.names.len() < MAX_COMPARED {
            self.names.insert(name.to_owned());
        }
        false
    }
}
