//! What is known of the folders of a source.

use std::collections::HashMap;
use std::sync::Arc;

use ck3_script::Folder;
use lens::DESCRIPTOR;

use crate::record::FileRecord;
use crate::scope::game_path;
use crate::source::{FileStamp, FolderEntries};

/// What is known about a file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KnownFile {
    pub(crate) stamp: FileStamp,
    /// Whether the stamp is old enough to show every later change.
    pub(crate) is_settled: bool,
    pub(crate) record: Arc<FileRecord>,
}

/// A file of script or localization in a folder.
#[derive(Clone, Debug)]
pub(crate) struct FileSlot {
    pub(crate) path: Arc<str>,
    /// `None` if it has not been parsed, or disappeared before it was.
    pub(crate) entry: Option<KnownFile>,
}

/// What is known about a folder. Unchanged ones share memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct FolderState {
    /// The entries as the source returned them, to notice changed names; empty if only files are known.
    pub(crate) known: Box<[u8]>,
    /// The paths of the folders in it.
    pub(crate) folders: Vec<Arc<str>>,
    /// Its files of script and localization, sorted by bytes of their names.
    pub(crate) files: Vec<FileSlot>,
}

/// What is known about a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourceState {
    pub(crate) descriptor: Option<KnownFile>,
    pub(crate) folders: HashMap<Arc<str>, Arc<FolderState>>,
}

/// The path of something in a folder.
pub(crate) fn join(folder: &str, name: &str) -> String {
    let slash = if folder.is_empty() { "" } else { "/" };
    [folder, slash, name].concat()
}

impl FolderState {
    /// The current folder; what is known about its files is taken over.
    pub(crate) fn new(path: &str, is_game: bool, found: &FolderEntries<'_>, before: Option<&Self>) -> Self {
        let mut old = before.map_or(&[][..], |before| &before.files).iter().peekable();
        let mut state = Self { known: found.known.into(), folders: Vec::new(), files: Vec::new() };
        for (name, is_folder) in &found.names {
            let path = join(path, name);
            if *is_folder {
                state.folders.push(path.into());
            } else if Folder::of(game_path(&path, is_game)).has_definitions() {
                // Both are sorted by the bytes of the names, and all are in one folder.
                while old.next_if(|slot| *slot.path < *path).is_some() {}
                let same = old.next_if(|slot| *slot.path == *path).cloned();
                state.files.push(same.unwrap_or_else(|| FileSlot { path: path.into(), entry: None }));
            }
        }
        state
    }

    /// The index of a file in it.
    pub(crate) fn find(&self, path: &str) -> Option<usize> {
        self.files.binary_search_by(|slot| (*slot.path).cmp(path)).ok()
    }
}

impl SourceState {
    /// What a cache knows about a source: files by their paths.
    pub(crate) fn from_files(files: &[(Arc<str>, KnownFile)]) -> Self {
        let mut state = Self::default();
        let mut folders: HashMap<&str, Vec<FileSlot>> = HashMap::new();
        for (path, entry) in files {
            if &**path == DESCRIPTOR {
                state.descriptor = Some(entry.clone());
                continue;
            }
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            folders.entry(folder).or_default().push(FileSlot { path: Arc::clone(path), entry: Some(entry.clone()) });
        }
        for (folder, mut files) in folders {
            files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
            files.dedup_by(|one, other| one.path == other.path);
            let folder_state = FolderState { files, ..FolderState::default() };
            state.folders.insert(folder.into(), Arc::new(folder_state));
        }
        state
    }

    /// What may be cached: files whose stamp shows every change.
    pub(crate) fn settled(&self) -> Vec<(Arc<str>, KnownFile)> {
        let descriptor = self.descriptor.iter().map(|entry| (DESCRIPTOR.into(), entry));
        let slots = self.folders.values().flat_map(|folder| &folder.files);
        let files = slots.filter_map(|slot| Some((Arc::clone(&slot.path), slot.entry.as_ref()?)));
        let all = descriptor.chain(files).filter(|(_, entry)| entry.is_settled);
        all.map(|(path, entry)| (path, entry.clone())).collect()
    }

    /// Stores the definitions of a file; `None` if it has disappeared.
    pub(crate) fn set(&mut self, path: &str, entry: Option<KnownFile>) {
        if path == DESCRIPTOR {
            self.descriptor = entry;
            return;
        }
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(state) = self.folders.get_mut(folder) else { return };
        set(state, path, entry);
    }
}

/// Stores the definitions of a file; returns whether that changes anything. An unchanged folder keeps its memory.
pub(crate) fn set(state: &mut Arc<FolderState>, path: &str, entry: Option<KnownFile>) -> bool {
    let Some(at) = state.find(path).filter(|at| state.files[*at].entry != entry) else { return false };
    Arc::make_mut(state).files[at].entry = entry;
    true
}
