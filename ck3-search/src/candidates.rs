//! The files that a search covers: every source is walked once, in load order.

use std::ops::ControlFlow;
use std::ops::Range;
use std::time::Instant;

use ck3_lens::game_path;
use reply_kit::Cancellation;
use world_adapter::{FileVisitor, FoundFile, WalkEnd, WalkOptions, WorldSources};

use crate::data::Searched;
use crate::filter::FileFilter;

/// The most files in one search.
const MAX_FILES: usize = 500_000;

/// Extensions of files that are not read at all: pictures, sounds, models and programs.
const BINARY: [&str; 30] = [
    "dds", "png", "tga", "jpg", "jpeg", "bmp", "ico", "cur", "psd", "mesh", "anim", "bank", "bnk", "wem", "ogg", "mp3",
    "wav", "bk2", "mp4", "webm", "ttf", "otf", "zip", "7z", "exe", "dll", "so", "bin", "sqlite", "pdf",
];

/// The matching files of each source, sorted; the sources themselves in load order.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    /// The paths, in one buffer.
    text: String,
    files: Vec<Range<u32>>,
    /// The range of files of each source.
    of_source: Vec<Range<usize>>,
    /// Whether the walk was cut short.
    pub(crate) is_cut: bool,
}

impl Candidates {
    /// Walks every source. Files that are not text are counted if `skips_binary` is set.
    pub(crate) fn find(
        sources: &WorldSources,
        filter: &FileFilter,
        (cancellation, until): (&Cancellation, Instant),
        skips_binary: bool,
        searched: &mut Searched,
    ) -> Self {
        let mut found = Self::default();
        searched.unopened = sources.unopened.iter().map(|source| source.address.clone()).collect();
        for source in &sources.opened {
            let start = found.files.len();
            let options = WalkOptions { cancellation: cancellation.clone(), after: None };
            let is_game = source.mod_name().is_none();
            let mut walk = SourceWalk { found: &mut found, filter, is_game, until, skips_binary, binary: 0 };
            let report = source.walk("", &options, &mut walk);
            searched.binary += walk.binary;
            searched.unreadable += report.unreadable + report.too_deep;
            searched.unlisted += report.unlisted;
            found.is_cut |= report.end != WalkEnd::Complete;
            found.of_source.push(start..found.files.len());
        }
        found
    }

    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    pub(crate) fn path(&self, index: usize) -> &str {
        let at = &self.files[index];
        &self.text[at.start as usize..at.end as usize]
    }

    /// The source of a file, by its index among those that are open.
    pub(crate) fn source_of(&self, index: usize) -> usize {
        self.of_source.partition_point(|files| files.end <= index)
    }

    /// The files of one source.
    pub(crate) fn files_of(&self, source: usize) -> Range<usize> {
        self.of_source.get(source).cloned().unwrap_or_default()
    }

    /// The first file of a source at a path or after it.
    pub(crate) fn at_or_after(&self, source: usize, path: &str) -> usize {
        let files = self.files_of(source);
        let is_before = |at: &Range<u32>| self.text[at.start as usize..at.end as usize].split('/').lt(path.split('/'));
        files.start + self.files[files].partition_point(is_before)
    }

    /// Whether a source has a file of this path.
    pub(crate) fn has(&self, source: usize, path: &str) -> bool {
        let at = self.at_or_after(source, path);
        self.files_of(source).contains(&at) && self.path(at) == path
    }
}

struct SourceWalk<'f> {
    found: &'f mut Candidates,
    filter: &'f FileFilter,
    is_game: bool,
    until: Instant,
    skips_binary: bool,
    binary: usize,
}

impl FileVisitor for SourceWalk<'_> {
    fn wants_folder(&mut self, path: &str) -> bool {
        game_path(path, self.is_game).is_none_or(|path| self.filter.reaches(path))
    }

    fn wants_file(&mut self, folder: &str, name: &str) -> bool {
        let is_taken = game_path(folder, self.is_game).is_some_and(|folder| self.filter.takes(folder, name));
        if is_taken && self.skips_binary && is_binary(name) {
            self.binary += 1;
            return false;
        }
        is_taken
    }

    fn visit(&mut self, file: &FoundFile<'_>) -> ControlFlow<()> {
        let Candidates { text, files, .. } = &mut *self.found;
        let start = text.len();
        let (Ok(start_at), Ok(end)) = (u32::try_from(start), u32::try_from(start + file.path().len())) else {
            return ControlFlow::Break(());
        };
        if files.len() == MAX_FILES || (files.len() % 1024 == 0 && Instant::now() > self.until) {
            return ControlFlow::Break(());
        }
        text.push_str(file.path());
        files.push(start_at..end);
        ControlFlow::Continue(())
    }
}

fn is_binary(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.len() <= 6 && BINARY.iter().any(|binary| ending.eq_ignore_ascii_case(binary))
}
