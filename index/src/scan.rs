//! Scans the current sources of a session: which folders and files exist, and which files have changed (L92).

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use lens::DESCRIPTOR;

use crate::build::ParseTask;
use crate::folder::{self, FileSlot, FolderState, KnownFile, SourceState, join};
use crate::record::{FileRecord, FileState};
use crate::scope::Scope;
use crate::source::{FileStamp, FileUnreadError, OpenSource, SourceSet};

/// The maximum depth.
const MAX_DEPTH: usize = 64;
/// The most files of one source.
const MAX_FILES: usize = 1_000_000;

/// The current state of a source.
#[derive(Debug, Default)]
pub(crate) struct ScannedSource {
    /// Its descriptor; what is known about it may be out of date, see `todo`.
    pub(crate) descriptor: Option<KnownFile>,
    pub(crate) folders: Vec<ScannedFolder>,
    /// The files that have changed.
    pub(crate) todo: Vec<ParseTask>,
    /// The folders that could not be read, or lie too deep; the source itself is the empty path.
    pub(crate) unreadable: Vec<Arc<str>>,
    /// Whether the scan reached its limit.
    pub(crate) is_cut: bool,
}

/// The current state of a folder.
#[derive(Debug)]
pub(crate) struct ScannedFolder {
    pub(crate) path: Arc<str>,
    pub(crate) state: Arc<FolderState>,
    /// Whether its files are needed, or only its names.
    pub(crate) is_in_scope: bool,
    /// Whether it has changed.
    pub(crate) is_new: bool,
}

impl ScannedSource {
    /// Stores the definitions of files; `None` for one that has disappeared.
    pub(crate) fn set(&mut self, found: Vec<(Arc<str>, Option<KnownFile>)>) {
        let by_path: HashMap<Arc<str>, usize> =
            self.folders.iter().enumerate().map(|(at, scanned)| (Arc::clone(&scanned.path), at)).collect();
        for (path, entry) in found {
            if &*path == DESCRIPTOR {
                self.descriptor = entry;
                continue;
            }
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            if let Some(scanned) = by_path.get(folder).and_then(|at| self.folders.get_mut(*at)) {
                scanned.is_new |= folder::set(&mut scanned.state, &path, entry);
            }
        }
    }

    /// Whether it found any change.
    pub(crate) fn changes(&self, known: &SourceState, scope: &Scope) -> bool {
        let has_new = self.folders.iter().any(|folder| folder.is_new);
        has_new || self.descriptor != known.descriptor || self.forgets(known, scope)
    }

    /// Whether missing entries were deleted: only known if everything was scanned.
    fn forgets(&self, known: &SourceState, scope: &Scope) -> bool {
        let is_whole = self.unreadable.is_empty() && !self.is_cut;
        *scope == Scope::Everything && is_whole && known.folders.len() > self.folders.len()
    }

    /// Merges the results into what is known.
    pub(crate) fn keep(&self, known: &mut SourceState, scope: &Scope) {
        if self.forgets(known, scope) {
            let present: HashSet<&str> = self.folders.iter().map(|folder| &*folder.path).collect();
            known.folders.retain(|path, _| present.contains(&**path));
        }
        known.descriptor.clone_from(&self.descriptor);
        for folder in self.folders.iter().filter(|folder| folder.is_new) {
            known.folders.insert(Arc::clone(&folder.path), Arc::clone(&folder.state));
        }
    }
}

/// Scans each source, several at once. `known` is what is known about each.
pub(crate) fn scan_sources(
    sources: &dyn SourceSet,
    scope: &Scope,
    known: &[Arc<SourceState>],
    threads: usize,
) -> Vec<ScannedSource> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<ScannedSource>> = known.iter().map(|_| Mutex::default()).collect();
    let work = || {
        loop {
            let source = next.fetch_add(1, Ordering::Relaxed);
            let (Some(slot), Some(known)) = (results.get(source), known.get(source)) else { break };
            let found = scan_source(sources, source, scope, known);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = found;
        }
    };
    std::thread::scope(|threads_of| {
        for _ in 1..threads.min(known.len()) {
            threads_of.spawn(work);
        }
        work();
    });
    results.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn scan_source(sources: &dyn SourceSet, source: usize, scope: &Scope, known: &SourceState) -> ScannedSource {
    let mut scan =
        SourceScan { source, is_game: sources.is_game(source), known, found: ScannedSource::default(), files: 0 };
    let Ok(mut open) = sources.open(source) else {
        return ScannedSource { unreadable: vec!["".into()], ..ScannedSource::default() };
    };
    // The game has none.
    if !scan.is_game {
        scan.descriptor(&mut *open);
    }
    match scope {
        Scope::Everything => scan.below(&mut *open, "".into(), scope),
        Scope::Below(folder) => {
            for folder in scan.mounts(&mut *open, folder) {
                // Names that were read from a folder are spelled correctly.
                if open.is_spelled(&folder) {
                    scan.below(&mut *open, folder, scope);
                }
            }
        }
        Scope::File(path) => {
            for path in scan.mounts(&mut *open, path) {
                scan.file(&mut *open, path);
            }
        }
    }
    scan.found
}

/// A source that is being scanned.
struct SourceScan<'k> {
    source: usize,
    is_game: bool,
    known: &'k SourceState,
    found: ScannedSource,
    files: usize,
}

impl SourceScan<'_> {
    fn descriptor(&mut self, open: &mut dyn OpenSource) {
        let stamp = match open.stamp(DESCRIPTOR) {
            Err(FileUnreadError::Absent) => return,
            other => other.ok(),
        };
        self.found.descriptor.clone_from(&self.known.descriptor);
        if !is_current(self.known.descriptor.as_ref(), stamp) {
            self.found.todo.push(ParseTask { source: self.source, path: DESCRIPTOR.into(), stamp });
        }
    }

    /// Where a path lies in this source: in the game also below each DLC (R15).
    fn mounts(&mut self, open: &mut dyn OpenSource, path: &str) -> Vec<Arc<str>> {
        let mut paths = vec![path.into()];
        if self.is_game {
            let dlc = self.folder(open, &"dlc".into(), false);
            paths.extend(dlc.iter().flat_map(|dlc| &dlc.folders).map(|dlc| join(dlc, path).into()));
        }
        paths
    }

    /// Whether the source has a file.
    fn file(&mut self, open: &mut dyn OpenSource, path: Arc<str>) {
        let stamp = match open.stamp(&path) {
            Err(FileUnreadError::Absent) => return,
            // Whether it is there cannot be known, so it is not said to be.
            Err(_) => {
                self.found.unreadable.push(path);
                return;
            }
            Ok(stamp) => stamp,
        };
        let entry = KnownFile { stamp, is_settled: false, record: Arc::new(FileRecord::empty(FileState::Other)) };
        let files = vec![FileSlot { path: Arc::clone(&path), entry: Some(entry) }];
        let state = Arc::new(FolderState { files, ..FolderState::default() });
        self.found.folders.push(ScannedFolder { path, state, is_in_scope: true, is_new: false });
    }

    /// A folder and its relevant subfolders, with the stamps of their files.
    fn below(&mut self, open: &mut dyn OpenSource, folder: Arc<str>, scope: &Scope) {
        let mut open_folders = vec![folder];
        while let Some(path) = open_folders.pop() {
            if path.matches('/').count() >= MAX_DEPTH {
                self.found.unreadable.push(path);
                continue;
            }
            let Some(state) = self.folder(open, &path, true) else { continue };
            let wanted = state.folders.iter().rev().filter(|folder| scope.wants_folder(folder, self.is_game));
            open_folders.extend(wanted.cloned());
        }
    }

    /// One folder: its names, and which of its files have changed, if they are needed.
    fn folder(&mut self, open: &mut dyn OpenSource, path: &Arc<str>, is_in_scope: bool) -> Option<Arc<FolderState>> {
        let known = self.known.folders.get(path);
        let open = match open.folder(path, known.map_or(&[], |known| &known.known)) {
            Ok(open) => open,
            Err(FileUnreadError::Absent) => return None,
            Err(_) => {
                self.found.unreadable.push(Arc::clone(path));
                return None;
            }
        };
        let (state, is_new) = match (open.entries(), known) {
            (None, Some(known)) => (Arc::clone(known), false),
            (None, None) => (Arc::default(), true),
            (Some(found), known) => {
                let state = FolderState::new(path, self.is_game, &found, known.map(|known| &**known));
                (Arc::new(state), true)
            }
        };
        if !open.is_whole() {
            self.found.unreadable.push(Arc::clone(path));
        }
        self.files += state.files.len();
        if self.files > MAX_FILES {
            self.found.is_cut = true;
            return None;
        }
        let name_start = if path.is_empty() { 0 } else { path.len() + 1 };
        for slot in state.files.iter().filter(|_| is_in_scope) {
            let stamp: Option<FileStamp> = open.stamp(slot.path.get(name_start..).unwrap_or_default()).ok();
            if !is_current(slot.entry.as_ref(), stamp) {
                self.found.todo.push(ParseTask { source: self.source, path: Arc::clone(&slot.path), stamp });
            }
        }
        self.found.folders.push(ScannedFolder {
            path: Arc::clone(path),
            state: Arc::clone(&state),
            is_in_scope,
            is_new,
        });
        Some(state)
    }
}

/// Whether what is known about a file is current.
fn is_current(known: Option<&KnownFile>, stamp: Option<FileStamp>) -> bool {
    known.is_some_and(|entry| entry.is_settled && Some(entry.stamp) == stamp)
}
