//! The recorded changes: what each did, what undoing it would do, and undoing it.

use std::collections::HashMap;

use enforcement::{CurrentFile, LaterWork, UndoEntry, UndoError, UndoRecorder as _, UndoStore};
use replies::Code;
use reply_kit::{Envelope, ReplyType};
use serde::Serialize;
use serde_json::{Value, json};
use world_adapter::{Digest, FolderSummary, difference_beginning, whole_difference};

use crate::app::App;
use crate::clock_time;
use crate::journal::{self, JournalFile};
use crate::state_paths::StatePaths;

/// How many ids are listed for an ambiguous prefix.
const MAX_LISTED: usize = 10;

/// A change that can be undone, or was.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoableChange {
    pub(crate) trace_id: String,
    pub(crate) operation: String,
    pub(crate) target: String,
    pub(crate) renamed_to: Option<String>,
    pub(crate) at: String,
    /// Whether the file existed before; then its content is stored.
    pub(crate) existed: bool,
    pub(crate) is_undone: bool,
    /// The summary of the folder, if it was one.
    pub(crate) folder: Option<FolderSummary>,
}

impl UndoableChange {
    fn of(entry: &UndoEntry) -> Self {
        Self {
            trace_id: entry.trace_id.clone(),
            operation: entry.operation.clone(),
            target: entry.target.clone(),
            renamed_to: entry.renamed_to.clone(),
            at: clock_time::in_utc(clock_time::from_seconds(entry.at)),
            existed: entry.existed,
            is_undone: entry.undone,
            folder: entry.folder.clone(),
        }
    }
}

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
    /// Whether later work would be lost: then it needs `--force`.
    pub(crate) is_changed_since: bool,
    pub(crate) not_seen: Option<ChangeRefusal>,
}

/// Why something was not done: the code, its meaning, and its values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChangeRefusal {
    pub(crate) code: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) data: Value,
    /// What the user can do.
    pub(crate) help: String,
}

impl ChangeRefusal {
    fn of(envelope: &Envelope) -> Self {
        let entry = envelope.code().entry();
        let help = match envelope.code() {
            code if code == Code::PathNotFound => WITH_ITS_CONFIGURATION,
            code if code == Code::UndoWouldLoseWork => BY_FORCE,
            // Its explanation is for people already: only they undo.
            code if code == Code::UndoOtherWorld => entry.explain.trim(),
            code if code == Code::TargetExists => "Something else has that name now. Move it away, and undo again.",
            code if code == Code::TargetReadOnly => "It is read-only now. Make it writable, and undo again.",
            code if code == Code::TargetBusy || code == Code::FileInUse => {
                "Another program has it open, or changes it. Close that program, and undo again."
            }
            _ if envelope.reply_type() == ReplyType::E => SEE_TRACE,
            // What the registry says of a code is said to agents.
            _ => LOOK_FIRST,
        };
        Self {
            code: envelope.code().as_str(),
            summary: entry.summary,
            data: envelope.as_value()["data"].clone(),
            help: help.to_owned(),
        }
    }
}

/// The address does not resolve here: it belongs to a world that another configuration describes.
const WITH_ITS_CONFIGURATION: &str = "This world has no such address. If the change was made in another world, name the \
    configuration that the server ran with: `ck3raven --config FILE undo ID`.";

const SEE_TRACE: &str =
    "It failed, and nothing changed. `ck3raven journal` has the cause; `ck3raven doctor` looks at the disk.";

const LOOK_FIRST: &str = "`ck3raven undo ID --dry-run` shows what is there now and what it would become, `ck3raven explain CODE` \
    what the code means. Put right what is in the way, and undo again.";

/// What a person may do and no agent: later work is kept when it is replaced.
const BY_FORCE: &str = "The file was changed after the change that is to be undone. Undo the later changes first, newest first, or \
    replace what is there too with `--force`: it is kept, and can be brought back in turn.";

/// The outcome of undoing one or several changes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoReport {
    /// The changes that are undone now.
    pub(crate) undone: Vec<UndoneChange>,
    /// The change that could not be undone, because of which none is.
    pub(crate) refused: Option<(UndoableChange, ChangeRefusal)>,
    /// Changes that were undone before it and could not be redone: they are undone although nothing should be.
    pub(crate) stuck: Vec<UndoableChange>,
    /// Why an undo could not be written to the journal, if that failed.
    pub(crate) not_noted: Option<String>,
    /// Why an undone change is still listed as not undone, if that failed.
    pub(crate) not_marked: Option<String>,
}

/// A change that is undone.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoneChange {
    pub(crate) change: UndoableChange,
    /// The id of the undo itself in the journal; later work that it replaced is stored under this id.
    pub(crate) undo: String,
    pub(crate) was_forced: bool,
}

/// Why no change was selected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FindError {
    #[error(transparent)]
    Store(#[from] UndoError),
    #[error("the journal cannot be read: {0}")]
    Journal(#[from] std::io::Error),
    #[error("several changes begin with `{0}`: {list}; give more of the id", list = .1.join(", "))]
    Ambiguous(String, Vec<String>),
    #[error("there is no change that could be undone; `ck3raven undo --list` shows those that are kept")]
    Nothing,
    #[error("no change that could be undone was made under contract `{0}`")]
    NothingUnder(String),
}

/// Every stored change, the newest first.
pub(crate) fn list(paths: &StatePaths) -> Result<Vec<UndoableChange>, UndoError> {
    Ok(UndoStore::at(paths.undo()).list()?.iter().map(UndoableChange::of).collect())
}

/// The one change whose id begins with this prefix.
pub(crate) fn find(paths: &StatePaths, prefix: &str) -> Result<Vec<String>, FindError> {
    let prefix = prefix.trim();
    let mut fitting = list(paths)?;
    fitting.retain(|change| !prefix.is_empty() && change.trace_id.starts_with(prefix));
    match fitting.as_slice() {
        [] => Err(UndoError::Unknown(prefix.to_owned()).into()),
        [one] => Ok(vec![one.trace_id.clone()]),
        several => {
            let ids = several.iter().take(MAX_LISTED).map(|change| change.trace_id.clone()).collect();
            Err(FindError::Ambiguous(prefix.to_owned(), ids))
        }
    }
}

/// The newest change that is not undone.
pub(crate) fn last(paths: &StatePaths) -> Result<Vec<String>, FindError> {
    let newest = list(paths)?.into_iter().find(|change| !change.is_undone);
    newest.map(|change| vec![change.trace_id]).ok_or(FindError::Nothing)
}

/// Every change that was made under a contract and is not undone, the newest first.
pub(crate) fn of_contract(paths: &StatePaths, prefix: &str) -> Result<Vec<String>, FindError> {
    let mut contracts: HashMap<String, Vec<String>> = HashMap::new();
    journal::each(&paths.journal(), |line| {
        let head = line.head();
        if let ("executed", Some(contract), Some(trace_id)) = (&*head.event, head.contract, head.trace_id)
            && contract.starts_with(prefix.trim())
        {
            contracts.entry(contract.into_owned()).or_default().push(trace_id.into_owned());
        }
    })?;
    if contracts.len() > 1 {
        let ids = contracts.into_keys().take(MAX_LISTED).collect();
        return Err(FindError::Ambiguous(prefix.to_owned(), ids));
    }
    let made = contracts.into_values().next().unwrap_or_default();
    let kept = list(paths)?.into_iter().filter(|change| !change.is_undone && made.contains(&change.trace_id));
    let ids: Vec<String> = kept.map(|change| change.trace_id).collect();
    if ids.is_empty() { Err(FindError::NothingUnder(prefix.to_owned())) } else { Ok(ids) }
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
    let (now, not_seen) = current_content(app, &entry)?;
    let is_as_left = now.as_ref().is_some_and(|now| is_as_left(&entry, now));
    let state = match (&now, is_as_left) {
        _ if entry.undone => ChangeFileState::Undone,
        (None, _) => ChangeFileState::Unknown,
        (Some(_), true) => ChangeFileState::AsLeft,
        (Some(_), false) => ChangeFileState::ChangedSince,
    };
    let after = match &entry.digest {
        // The content of a folder is described by its summary.
        _ if entry.folder.is_some() => None,
        // A deletion left nothing, and a rename left the content unchanged.
        None if entry.renamed_to.is_some() => before.clone().map(Some),
        None => Some(None),
        Some(_) if is_as_left => now.map(CurrentContent::content),
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
    let mut restored: HashMap<String, CurrentContent> = HashMap::new();
    let mut previews = Vec::new();
    for trace_id in trace_ids {
        let (entry, before) = store.load(trace_id)?;
        let (now, not_seen) = match restored.get(&entry.target) {
            Some(content) => (Some(content.clone()), None),
            None => current_content(Some(app), &entry)?,
        };
        let is_changed_since = now.as_ref().is_some_and(|now| !is_as_left(&entry, now));
        let told = match &entry.renamed_to {
            None if entry.folder.is_none() => {
                now.map(|now| extent.of(&entry.target, now.content().as_deref(), before.as_deref()))
            }
            _ => None,
        };
        let (difference, left_out) = told.unzip();
        let lines_left_out = left_out.unwrap_or(0);
        restored.insert(entry.target.clone(), before.map_or(CurrentContent::Absent, CurrentContent::File));
        let change = UndoableChange::of(&entry);
        previews.push(UndoPreview { change, difference, lines_left_out, is_changed_since, not_seen });
    }
    Ok(previews)
}

/// Undoes changes, the newest first: all of them, or none. Each is in the journal when this returns.
pub(crate) fn undo(app: &App, trace_ids: &[String], later: LaterWork) -> Result<UndoReport, UndoError> {
    let steps = app.enforcement.undo_all(app.wrapper(), trace_ids, later)?;
    let mut report =
        UndoReport { undone: Vec::new(), refused: None, stuck: Vec::new(), not_noted: None, not_marked: None };
    for step in steps {
        let change = UndoableChange::of(&step.entry);
        if step.is_stuck() {
            report.stuck.push(change);
        } else if step.is_undone() {
            let undo = step.envelope.trace_id().to_string();
            let was_forced = later == LaterWork::Replace;
            report.not_marked = step.unmarked.map(|error| error.to_string()).or(report.not_marked);
            report.not_noted = note(&app.journal, &change, &undo, was_forced).or(report.not_noted);
            report.undone.push(UndoneChange { change: UndoableChange { is_undone: true, ..change }, undo, was_forced });
        } else if step.envelope.reply_type() != ReplyType::S {
            report.refused = Some((change, ChangeRefusal::of(&step.envelope)));
        }
    }
    Ok(report)
}

fn note(journal: &JournalFile, change: &UndoableChange, undo: &str, was_forced: bool) -> Option<String> {
    let line = json!({
        "event": "undo",
        "trace_id": undo,
        "undone": change.trace_id,
        "operation": change.operation,
        "target": change.target,
        "forced": was_forced,
    });
    journal.person(&line).err().map(|error| error.to_string())
}

/// The current content.
#[derive(Clone)]
enum CurrentContent {
    Absent,
    File(Vec<u8>),
    /// By the digest of the whole folder.
    Folder(String),
}

impl CurrentContent {
    /// The content of a file; `None` if it does not exist.
    fn content(self) -> Option<Vec<u8>> {
        match self {
            Self::File(content) => Some(content),
            Self::Absent | Self::Folder(_) => None,
        }
    }
}

/// The current state, or why it is unknown.
type ObservedContent = (Option<CurrentContent>, Option<ChangeRefusal>);

fn current_content(app: Option<&App>, entry: &UndoEntry) -> Result<ObservedContent, UndoError> {
    let Some(app) = app else { return Ok((None, None)) };
    Ok(match app.enforcement.current_file(app.wrapper(), entry)? {
        CurrentFile::Holds(content) => (Some(CurrentContent::File(content)), None),
        CurrentFile::Folder(digest) => (Some(CurrentContent::Folder(digest)), None),
        CurrentFile::Absent => (Some(CurrentContent::Absent), None),
        CurrentFile::Unknown(envelope) => (None, Some(ChangeRefusal::of(&envelope))),
    })
}

/// Whether the current content is what the change left.
fn is_as_left(entry: &UndoEntry, now: &CurrentContent) -> bool {
    let now = match now {
        CurrentContent::Absent => None,
        CurrentContent::File(content) => Some(Digest::of(content).to_string()),
        CurrentContent::Folder(digest) => Some(digest.clone()),
    };
    match (&entry.renamed_to, &entry.digest) {
        (Some(_), _) => now == entry.held,
        (None, digest) => now == *digest,
    }
}

/// A content that a later change replaced, by its digest.
fn held_since(store: &UndoStore, digest: &str) -> Result<Option<Vec<u8>>, UndoError> {
    let later = store.list()?.into_iter().find(|entry| entry.held.as_deref() == Some(digest));
    match later {
        Some(later) => Ok(store.load(&later.trace_id)?.1),
        None => Ok(None),
    }
}
