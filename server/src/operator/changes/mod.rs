//! The recorded changes: which there are, what each did ([`preview`]), and undoing them ([`undo`]).

mod preview;
mod undo;

use std::collections::HashMap;

use enforcement::{UndoEntry, UndoError};
use serde::Serialize;
use world_adapter::FolderSummary;

use crate::clock_time;
use crate::journal;
use crate::state_paths::StatePaths;

pub(crate) use preview::{ChangeDetail, DiffExtent, UndoDetail, detail, preview};
pub(crate) use undo::{ChangeRefusal, MOVE_AWAY, UndoReport, undo};

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
    /// Whether nobody can tell if it was made: its process was killed, and what is there is neither what it left nor what it
    /// replaced.
    pub(crate) is_uncertain: bool,
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
            is_uncertain: entry.is_uncertain,
            folder: entry.folder.clone(),
        }
    }
}

/// Why no change was selected.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FindError {
    #[error(transparent)]
    Store(#[from] UndoError),
    #[error("the journal cannot be read: {0}")]
    Journal(#[from] std::io::Error),
    #[error("several ids begin with `{0}`: {list}; give more of the id", list = .1.join(", "))]
    Ambiguous(String, Vec<String>),
    #[error("there is no change that could be undone; `ck3raven undo --list` shows those that are kept")]
    Nothing,
    #[error("no change that could be undone was made under contract `{0}`")]
    NothingUnder(String),
}

/// Every stored change, the newest first.
pub(crate) fn list(paths: &StatePaths) -> Result<Vec<UndoableChange>, UndoError> {
    Ok(paths.undo_store().list()?.iter().map(UndoableChange::of).collect())
}

/// The selected changes, the newest first: the one of this id, those of this contract, or the newest one.
pub(crate) fn select(
    paths: &StatePaths,
    change: Option<&str>,
    contract: Option<&str>,
) -> Result<Vec<String>, FindError> {
    match (change, contract) {
        (Some(change), _) => find(paths, change),
        (None, Some(contract)) => of_contract(paths, contract),
        (None, None) => last(paths),
    }
}

/// The one change whose id begins with this prefix.
fn find(paths: &StatePaths, prefix: &str) -> Result<Vec<String>, FindError> {
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
fn last(paths: &StatePaths) -> Result<Vec<String>, FindError> {
    let newest = list(paths)?.into_iter().find(|change| !change.is_undone);
    newest.map(|change| vec![change.trace_id]).ok_or(FindError::Nothing)
}

/// Every change that was made under a contract and is not undone, the newest first.
fn of_contract(paths: &StatePaths, prefix: &str) -> Result<Vec<String>, FindError> {
    let prefix = prefix.trim();
    let mut contracts: HashMap<String, Vec<String>> = HashMap::new();
    journal::each(&paths.journal(), |line| {
        let head = line.head();
        if let ("executed", Some(contract), Some(trace_id)) = (&*head.event, head.contract, head.trace_id)
            && !prefix.is_empty()
            && contract.starts_with(prefix)
        {
            contracts.entry(contract).or_default().push(trace_id);
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
