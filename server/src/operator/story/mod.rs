//! The story of an id: who asked, for what, what was decided by whom and why, what changed, and what came before and after.
//!
//! One pass over the journal, in bounded memory: while searching for the id it remembers the last calls of each session, and
//! the contracts and decisions that a later line may refer to.

mod search;

use std::borrow::Borrow;
use std::io;

use enforcement::UndoError;
use reply_kit::{CrashDir, TraceId};
use serde::Serialize;
use serde_json::Value;
use world_adapter::read_regular;

use super::changes::{self, ChangeDetail, DiffExtent};
use crate::app::App;
use crate::journal;
use crate::state_paths::StatePaths;

use search::Search;

/// How many ids that match a prefix are listed.
const MAX_FITTING: usize = 20;
/// How many changes are listed with their differences.
const MAX_CHANGES: usize = 50;
/// The most bytes of a crash file that are shown; no crash file is larger.
const MAX_CRASH: usize = 256 * 1024;
/// The largest crash file that is read.
const MAX_CRASH_FILE: u64 = 1024 * 1024;

/// The kind of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum IdKind {
    /// One call.
    Trace,
    /// A request that waited for a person.
    Request,
    Contract,
    /// A session, by its label.
    Session,
}

impl IdKind {
    /// Its name.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Trace => "call",
            Self::Request => "request",
            Self::Contract => "contract",
            Self::Session => "session",
        }
    }
}

/// Everything that is known about an id.
#[derive(Debug, Serialize)]
pub(crate) struct Story {
    pub(crate) kind: IdKind,
    pub(crate) id: String,
    /// Who asked.
    pub(crate) client: Option<String>,
    pub(crate) client_version: Option<String>,
    pub(crate) session: Option<String>,
    /// Its lines of the journal, the oldest first.
    pub(crate) lines: Vec<Value>,
    /// How many older lines are left out.
    pub(crate) lines_left_out: usize,
    /// The contract that it was decided under, as it was opened.
    pub(crate) contract: Option<Value>,
    /// A person's decision that it depends on, if that is not among its lines.
    pub(crate) decisions: Vec<Value>,
    /// The changes it made.
    pub(crate) changes: Vec<ChangeDetail>,
    /// The calls of the session before it and after it.
    pub(crate) before: Vec<Value>,
    pub(crate) after: Vec<Value>,
    /// The meaning of its code.
    pub(crate) meaning: Option<Value>,
    /// The crash file.
    pub(crate) crash: Option<String>,
}

/// What was found under an id or its prefix.
#[derive(Debug)]
pub(crate) enum StoryLookup {
    One(Box<Story>),
    /// Several ids begin with the prefix: some of them, and how many more.
    Several(Vec<(IdKind, String)>, usize),
    Nothing,
}

/// Why the search failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoryError {
    #[error("the journal cannot be read: {0}")]
    Journal(#[from] io::Error),
    #[error(transparent)]
    Undo(#[from] UndoError),
}

/// Finds an id, or the only id with this prefix. `app` opens the world, to compare files; without one they are not compared.
pub(crate) fn find<A: Borrow<App>>(
    paths: &StatePaths,
    id: &str,
    app: impl FnOnce() -> Option<A>,
    extent: DiffExtent,
) -> Result<StoryLookup, StoryError> {
    let prefix = id.trim().to_ascii_lowercase();
    let mut search = Search::new(&prefix);
    if !prefix.is_empty() {
        journal::each(&paths.journal(), |line| search.add_line(line))?;
        search.add_crashes(paths);
    }
    // A complete id is meant even if it is the prefix of another one.
    let exact = search.fitting.iter().find(|(_, id)| *id == prefix);
    let only = search.fitting.first().filter(|_| search.fitting.len() == 1);
    let Some((kind, id)) = exact.or(only).cloned() else {
        if search.fitting.is_empty() {
            return Ok(StoryLookup::Nothing);
        }
        let more = search.more_fitting + search.fitting.len().saturating_sub(MAX_FITTING);
        return Ok(StoryLookup::Several(search.fitting.into_iter().take(MAX_FITTING).collect(), more));
    };
    let mut story = search.story(kind, id);
    story.crash = crash(paths, &story);
    let made = changed_by(&story);
    if !made.is_empty() {
        let app = app();
        for trace_id in made {
            story.changes.extend(changes::detail(paths, app.as_ref().map(A::borrow), &trace_id, extent)?);
        }
    }
    Ok(StoryLookup::One(Box::new(story)))
}

/// The calls of a story that changed something.
fn changed_by(story: &Story) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    for line in &story.lines {
        // Content that an undo replaced is stored under the undo's own id.
        let is_made = line["event"] == "executed" && line["failure"].is_null() || line["event"] == "undo";
        if let (true, Some(trace_id)) = (is_made, line["trace_id"].as_str())
            && !made.iter().any(|known| known == trace_id)
        {
            made.push(trace_id.to_owned());
        }
    }
    made.truncate(MAX_CHANGES);
    made
}

fn crash(paths: &StatePaths, story: &Story) -> Option<String> {
    let id: TraceId = story.id.parse().ok().filter(|_| story.kind == IdKind::Trace)?;
    let bytes = read_regular(&CrashDir::at(paths.crashes()).file(id), MAX_CRASH_FILE).ok()?;
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    text.truncate(text.floor_char_boundary(MAX_CRASH));
    Some(text)
}
