//! The files of a playset side by side: the load position and the standing of each.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use lens::{DESCRIPTOR, FileStanding, LoadPosition, ReplacePaths, is_below, split_dlc, standing};

use crate::folder::FolderState;
use crate::record::{DescriptorField, FileRecord, FileState};
use crate::scan::ScannedSource;
use crate::source::SourceSet;

/// A file of a playset, by its number in a lens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

/// A file of a playset.
#[derive(Clone, Debug)]
pub struct LensFile {
    pub(crate) source: usize,
    pub(crate) path: Arc<str>,
    /// Where the path that the game knows it by starts: after `dlc/<name>/`, or at the beginning.
    pub(crate) game_path_start: usize,
    pub(crate) position: LoadPosition,
    pub(crate) standing: FileStanding,
    /// Excluded from this lens, as if its source were not in the playset.
    pub(crate) is_dropped: bool,
    pub(crate) record: Arc<FileRecord>,
}

impl LensFile {
    /// The source that it lies in.
    pub fn source(&self) -> usize {
        self.source
    }

    /// Its path below its source.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The path that the game knows it by: for a DLC's file, the path below the DLC.
    pub fn game_path(&self) -> &str {
        self.path.get(self.game_path_start..).unwrap_or_default()
    }

    /// The position of its source in the load order.
    pub fn position(&self) -> LoadPosition {
        self.position
    }

    /// Its standing.
    pub fn standing(&self) -> FileStanding {
        self.standing
    }
}

/// Statistics of what a lens has read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LensCounts {
    /// How many files.
    pub files: usize,
    /// How many definitions they have.
    pub definitions: usize,
    /// How many of the files are malformed; their definitions are known as far as they could be read.
    pub malformed: usize,
    /// How many are too large to be parsed.
    pub too_large: usize,
    /// How many files and folders could not be read.
    pub unreadable: usize,
    /// Whether the scan reached its limit.
    pub is_cut: bool,
}

/// The files of a playset.
#[derive(Debug)]
pub(crate) struct Assembled {
    pub(crate) files: Vec<LensFile>,
    /// The folders that mods hide.
    pub(crate) replaced: ReplacePaths,
    pub(crate) counts: LensCounts,
    /// What could not be read, by the paths that the game knows it by; an empty one is everything. Folders come first: of files
    /// it is known that they are there.
    unread: Vec<Arc<str>>,
    /// How many of them are folders.
    unread_folders: usize,
}

/// The rank of each source; `None` if it is excluded.
pub(crate) type Ranks = Vec<Option<u32>>;

/// What a lens is assembled from: the scanned folders. Unchanged ones share memory.
#[derive(Debug)]
pub(crate) struct LensParts {
    folders: Vec<(usize, Arc<FolderState>)>,
    descriptors: Vec<(usize, Arc<FileRecord>)>,
    unread: Vec<(usize, Arc<str>)>,
    counts: LensCounts,
}

impl LensParts {
    pub(crate) fn new(scans: &[ScannedSource]) -> Self {
        let mut parts =
            Self { folders: Vec::new(), descriptors: Vec::new(), unread: Vec::new(), counts: LensCounts::default() };
        for (source, scan) in scans.iter().enumerate() {
            let in_scope = scan.folders.iter().filter(|folder| folder.is_in_scope);
            parts.folders.extend(in_scope.map(|folder| (source, Arc::clone(&folder.state))));
            parts.descriptors.extend(scan.descriptor.iter().map(|entry| (source, Arc::clone(&entry.record))));
            parts.unread.extend(scan.unreadable.iter().map(|path| (source, Arc::clone(path))));
            parts.unread.extend(scan.is_cut.then(|| (source, "".into())));
            parts.counts.unreadable += scan.unreadable.len();
            parts.counts.is_cut |= scan.is_cut;
        }
        parts
    }
}

impl PartialEq for LensParts {
    fn eq(&self, other: &Self) -> bool {
        self.counts == other.counts
            && self.unread == other.unread
            && are_same(&self.folders, &other.folders)
            && are_same(&self.descriptors, &other.descriptors)
    }
}

fn are_same<T>(one: &[(usize, Arc<T>)], other: &[(usize, Arc<T>)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|((a, one), (b, other))| a == b && Arc::ptr_eq(one, other))
}

impl Assembled {
    /// Assembles folders.
    pub(crate) fn of(sources: &dyn SourceSet, parts: &LensParts, ranks: &Ranks) -> Self {
        let descriptor: Arc<str> = DESCRIPTOR.into();
        let descriptors = parts.descriptors.iter();
        let mut found: Vec<_> =
            descriptors.map(|(source, record)| (*source, Arc::clone(&descriptor), Arc::clone(record))).collect();
        found.reserve(parts.folders.iter().map(|(_, folder)| folder.files.len()).sum());
        for (source, folder) in &parts.folders {
            // A file that disappeared between being seen and being read has no entry.
            let files = folder.files.iter().filter_map(|slot| Some((&slot.path, &slot.entry.as_ref()?.record)));
            found.extend(files.map(|(path, record)| (*source, Arc::clone(path), Arc::clone(record))));
        }
        let game_path = |(source, path): &(usize, Arc<str>)| -> Arc<str> {
            match (sources.is_game(*source), split_dlc(path)) {
                (false, _) => Arc::clone(path),
                // A DLC may have every folder.
                (true, (None, path)) if path.split('/').next() == Some("dlc") => "".into(),
                (true, (_, path)) => path.into(),
            }
        };
        Self::new(sources, found, ranks, (parts.counts, parts.unread.iter().map(game_path).collect()))
    }

    /// Assembles files. `found` are those of each source in turn; `ranks` says in which order mods load.
    pub(crate) fn new(
        sources: &dyn SourceSet,
        found: Vec<(usize, Arc<str>, Arc<FileRecord>)>,
        ranks: &Ranks,
        (mut counts, mut unread): (LensCounts, Vec<Arc<str>>),
    ) -> Self {
        let dlc: BTreeSet<Box<str>> = found
            .iter()
            .filter(|(source, ..)| sources.is_game(*source))
            .filter_map(|(_, path, _)| split_dlc(path).0.map(Into::into))
            .collect();
        let dlc_rank: HashMap<Box<str>, u32> = dlc.into_iter().zip(0..).collect();
        let unread_folders = unread.len();
        let mut files: Vec<LensFile> = Vec::with_capacity(found.len());
        for (source, path, record) in found {
            let is_game = sources.is_game(source);
            let (name, game_path) = if is_game { split_dlc(&path) } else { (None, &*path) };
            let position = match (is_game, name) {
                (true, None) => LoadPosition::GAME,
                (true, Some(name)) => LoadPosition::of_dlc(dlc_rank.get(name).copied().unwrap_or_default()),
                (false, _) => LoadPosition::of_mod(ranks.get(source).copied().flatten().unwrap_or_default()),
            };
            let is_dropped = ranks.get(source).is_none_or(Option::is_none);
            counts.add(&record, &path);
            if matches!(record.state, FileState::Unreadable | FileState::TooLarge) {
                // What a descriptor hides may be anything.
                unread.push(if &*path == DESCRIPTOR { "".into() } else { game_path.into() });
            }
            let game_path_start = path.len() - game_path.len();
            let standing = FileStanding::InForce;
            files.push(LensFile { source, path, game_path_start, position, standing, is_dropped, record });
        }
        let replaced = judge_files(&mut files);
        Self { files, replaced, counts, unread, unread_folders }
    }

    /// The same files in another order of sources.
    pub(crate) fn reordered(&self, sources: &dyn SourceSet, ranks: &Ranks) -> Self {
        let found = self.files.iter().map(|file| (file.source, Arc::clone(&file.path), Arc::clone(&file.record)));
        let of_files = self.files.iter().filter(|file| file.record.state == FileState::Unreadable).count();
        let unreadable = self.counts.unreadable - of_files;
        let counts = LensCounts { unreadable, is_cut: self.counts.is_cut, ..LensCounts::default() };
        Self::new(sources, found.collect(), ranks, (counts, self.unread[..self.unread_folders].to_vec()))
    }

    /// How many files and folders that may hold what lies below a path were not read; an empty path is everything.
    pub(crate) fn unread_below(&self, path: &str) -> usize {
        self.unread.iter().filter(|unread| may_hold(unread, path)).count()
    }

    /// The same without files that could not be read, but are known to be there.
    pub(crate) fn unlisted_below(&self, path: &str) -> usize {
        let (folders, files) = self.unread.split_at(self.unread_folders);
        let descriptors = files.iter().filter(|unread| unread.is_empty()).count();
        folders.iter().filter(|unread| may_hold(unread, path)).count() + descriptors
    }
}

/// Whether one of two paths lies below the other; an empty one is everything.
fn may_hold(unread: &str, path: &str) -> bool {
    is_below(unread, path) || is_below(path, unread)
}

fn judge_files(files: &mut [LensFile]) -> ReplacePaths {
    let mut replaced = ReplacePaths::default();
    for file in files.iter().filter(|file| &*file.path == DESCRIPTOR && !file.is_dropped) {
        for folder in file.record.descriptor_texts(DescriptorField::ReplacePath) {
            replaced.add(folder, file.position);
        }
    }
    let mut last: HashMap<&str, LoadPosition> = HashMap::with_capacity(files.len());
    for file in files.iter().filter(|file| !file.is_dropped) {
        let position = last.entry(file.game_path()).or_insert(file.position);
        *position = (*position).max(file.position);
    }
    let standings: Vec<FileStanding> = files
        .iter()
        .map(|file| {
            let last = last.get(file.game_path()).copied().unwrap_or(file.position);
            standing(file.game_path(), file.position, last, &replaced)
        })
        .collect();
    for (file, standing) in files.iter_mut().zip(standings) {
        file.standing = standing;
    }
    replaced
}

impl LensCounts {
    fn add(&mut self, record: &FileRecord, path: &str) {
        if path == DESCRIPTOR {
            self.unreadable += usize::from(record.state == FileState::Unreadable);
            return;
        }
        self.files += 1;
        self.definitions += record.rows.len();
        match record.state {
            FileState::Sound | FileState::Other => {}
            FileState::Malformed => self.malformed += 1,
            FileState::TooLarge => self.too_large += 1,
            FileState::Unreadable => self.unreadable += 1,
        }
    }
}
