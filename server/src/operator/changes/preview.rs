//! What a change did, and what undoing it would do.

use std::collections::{HashMap, HashSet};

use enforcement::{CurrentFile, UndoEntry, UndoError, UndoRecorder as _, UndoStore};
use serde::Serialize;
use world_adapter::{CreatedMod, Digest, difference_beginning, whole_difference};

use super::UndoableChange;
use super::undo::ChangeRefusal;
use crate::app::App;
use crate::state_paths::StatePaths;

/// The current state of a changed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ChangeFileState {
    /// As the change left it.
    AsLeft,
    /// Something was written, renamed or deleted there since.
    ChangedSince,
    /// It was undone.
    Undone,
    /// It cannot be read from here.
    Unknown,
}

/// How much of a difference is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiffExtent {
    /// The beginning: 64 KiB.
    Beginning,
    /// All of it, up to 16 MiB.
    Whole,
}

impl DiffExtent {
    /// The difference, and how many lines of it are left out.
    fn of(self, name: &str, before: Option<&[u8]>, after: Option<&[u8]>) -> (String, usize) {
        let whole = whole_difference(name, before, after);
        match self {
            Self::Beginning => difference_beginning(&whole),
            Self::Whole => (whole, 0),
        }
    }
}

/// What a change did.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChangeDetail {
    pub(crate) change: UndoableChange,
    /// From before the change to what it left, in unified form; `None` if what it left is no longer known.
    pub(crate) difference: Option<String>,
    /// How many lines of the difference are left out.
    pub(crate) lines_left_out: usize,
    pub(crate) state: ChangeFileState,
    /// Why the file cannot be read.
    pub(crate) not_seen: Option<ChangeRefusal>,
}

/// What undoing a change would do.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoPreview {
    pub(crate) change: UndoableChange,
    /// From the current content to the restored one, in unified form; `None` if that is not known.
    pub(crate) difference: Option<String>,
    /// How many lines of the difference are left out.
    pub(crate) lines_left_out: usize,
    /// Whether later work would be lost: then it needs `--force`, and where a mod was created nothing is removed.
    pub(crate) is_changed_since: bool,
    /// What goes and what stays, if the change created a mod.
    pub(crate) new_mod: Option<ModRemoval>,
    pub(crate) not_seen: Option<ChangeRefusal>,
}

/// What undoing the creation of a mod means for each of its files, by their paths in the local mods folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ModRemoval {
    /// What creation made, and nobody touched.
    pub(crate) removed: Vec<String>,
    /// Later work; while there is any, nothing is removed.
    pub(crate) stays: Vec<String>,
    /// How much more of that there is.
    pub(crate) stays_unnamed: usize,
}

impl ModRemoval {
    /// Without the files that changes undone before this one take away, by their addresses.
    fn of(found: &CreatedMod, entry: &UndoEntry, gone: &HashSet<String>) -> Self {
        let CreatedMod { as_made: removed, mut later, later_unnamed: stays_unnamed, folder } = found.clone();
        let addresses = || [Some(&entry.target), entry.root_target.as_ref()].into_iter().flatten();
        let is_gone = |path: &str| {
            let rest = path.strip_prefix(&folder).filter(|rest| rest.starts_with('/'));
            rest.is_some_and(|rest| addresses().any(|address| gone.contains(&format!("{address}{rest}"))))
        };
        later.retain(|path| !is_gone(path));
        Self { removed, stays: later, stays_unnamed }
    }

    /// Whether somebody changed the mod: then nothing is removed. An undo that was killed may have left a part of it, and never
    /// the launcher's file alone.
    fn is_worked_in(&self) -> bool {
        let is_without_folder = matches!(&*self.removed, [file] if !file.contains('/'));
        is_without_folder || self.stays.len() + self.stays_unnamed > 0
    }
}

/// What a change did; `None` if it is not stored. Without a world its file cannot be read.
pub(crate) fn detail(
    paths: &StatePaths,
    app: Option<&App>,
    trace_id: &str,
    extent: DiffExtent,
) -> Result<Option<ChangeDetail>, UndoError> {
    let store = UndoStore::at(paths.undo());
    let (entry, before) = match store.load(trace_id) {
        Ok(kept) => kept,
        Err(UndoError::Unknown(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let now = app.map(|app| app.enforcement.current_file(app.wrapper(), &entry)).transpose()?;
    let not_seen = now.as_ref().and_then(not_seen);
    let is_as_left = now.as_ref().and_then(|now| is_as_left(&entry, now));
    let state = match is_as_left {
        _ if entry.undone => ChangeFileState::Undone,
        None => ChangeFileState::Unknown,
        Some(true) => ChangeFileState::AsLeft,
        Some(false) => ChangeFileState::ChangedSince,
    };
    let after = match &entry.digest {
        // The content of a folder is described by its summary, that of a new mod by its preview.
        _ if entry.folder.is_some() || entry.creates_mod() => None,
        // A deletion left nothing, and a rename left the content unchanged.
        None if entry.renamed_to.is_some() => before.clone().map(Some),
        None => Some(None),
        Some(_) if is_as_left == Some(true) => now.map(content),
        // The content that a later change replaced is what this one left.
        Some(digest) => held_since(&store, digest)?.map(Some),
    };
    let told = after.map(|after| extent.of(&entry.target, before.as_deref(), after.as_deref()));
    let (difference, left_out) = told.unzip();
    let lines_left_out = left_out.unwrap_or(0);
    Ok(Some(ChangeDetail { change: UndoableChange::of(&entry), difference, lines_left_out, state, not_seen }))
}

/// The effect of undoing changes, each after those before it.
pub(crate) fn preview(
    paths: &StatePaths,
    app: &App,
    trace_ids: &[String],
    extent: DiffExtent,
) -> Result<Vec<UndoPreview>, UndoError> {
    let store = UndoStore::at(paths.undo());
    // The content of each file once the earlier ones were undone.
    let mut restored: HashMap<String, Option<Vec<u8>>> = HashMap::new();
    // The addresses at which nothing is left by then.
    let mut gone: HashSet<String> = HashSet::new();
    let mut previews = Vec::new();
    for trace_id in trace_ids {
        let (entry, before) = store.load(trace_id)?;
        let now = match restored.get(&entry.target) {
            Some(Some(content)) => CurrentFile::Holds(content.clone()),
            Some(None) => CurrentFile::Absent,
            None => app.enforcement.current_file(app.wrapper(), &entry)?,
        };
        let not_seen = not_seen(&now);
        let is_as_left = is_as_left(&entry, &now);
        let new_mod =
            if let CurrentFile::Mod(found) = &now { Some(ModRemoval::of(found, &entry, &gone)) } else { None };
        let is_changed_since = match &new_mod {
            Some(found) => found.is_worked_in(),
            None => is_as_left == Some(false) && !app.enforcement.has_nothing_to_undo(app.wrapper(), &entry)?,
        };
        let is_file = entry.renamed_to.is_none() && entry.folder.is_none() && new_mod.is_none();
        let is_seen = is_as_left.is_some() && is_file;
        let told = is_seen.then(|| extent.of(&entry.target, content(now).as_deref(), before.as_deref()));
        let (difference, left_out) = told.unzip();
        let lines_left_out = left_out.unwrap_or(0);
        let left = match (&entry.renamed_to, entry.existed) {
            (Some(to), _) => vec![Some(to), entry.root_renamed_to.as_ref()],
            (None, false) => vec![Some(&entry.target), entry.root_target.as_ref()],
            (None, true) => Vec::new(),
        };
        gone.extend(left.into_iter().flatten().cloned());
        restored.insert(entry.target.clone(), before);
        let change = UndoableChange::of(&entry);
        previews.push(UndoPreview { change, difference, lines_left_out, is_changed_since, new_mod, not_seen });
    }
    Ok(previews)
}

/// Why a file cannot be seen.
fn not_seen(now: &CurrentFile) -> Option<ChangeRefusal> {
    if let CurrentFile::Unknown(envelope) = now { Some(ChangeRefusal::of(envelope)) } else { None }
}

/// What a file holds; nothing where there is no file.
fn content(now: CurrentFile) -> Option<Vec<u8>> {
    if let CurrentFile::Holds(content) = now { Some(content) } else { None }
}

/// Whether the current content is what the change left; nothing if it cannot be seen.
fn is_as_left(entry: &UndoEntry, now: &CurrentFile) -> Option<bool> {
    let now = match now {
        CurrentFile::Absent => None,
        CurrentFile::Holds(content) => Some(Digest::of(content).to_string()),
        CurrentFile::Folder(digest) => Some(digest.clone()),
        CurrentFile::Mod(found) => return Some(found.is_as_left()),
        CurrentFile::Unknown(_) => return None,
    };
    Some(match (&entry.renamed_to, &entry.digest) {
        (Some(_), _) => now == entry.held,
        (None, digest) => now == *digest,
    })
}

/// A content that a later change replaced, by its digest.
fn held_since(store: &UndoStore, digest: &str) -> Result<Option<Vec<u8>>, UndoError> {
    let later = store.list()?.into_iter().find(|entry| entry.held.as_deref() == Some(digest));
    match later {
        Some(later) => Ok(store.load(&later.trace_id)?.1),
        None => Ok(None),
    }
}
