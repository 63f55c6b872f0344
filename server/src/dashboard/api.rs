//! The dashboard's data, and its actions: decide, undo, connect a client, choose the game.

use std::path::Path;

use axum::http::StatusCode;
use enforcement::{ApprovalAnswer, LaterWork, UndoPreviews};
use reply_kit::Status;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Dashboard;
use super::answer::{ApiError, ApiResult, Query};
use super::pending::MAX_SHOWN;
use crate::clients::{Client, UserFolders};
use crate::commands::init::{self, GameOffer};
use crate::journal::JournalLine;
use crate::operator::changes::{self, DiffExtent, UndoDetail, UndoReport};
use crate::operator::clients::{self, ClientState, ConnectedClient};
use crate::operator::codes::describe;
use crate::operator::crashes::{self, CrashList};
use crate::operator::journal_view::{self, JournalFilter};
use crate::operator::requests::{self, DecidedRequest, DecisionPlace};
use crate::operator::sessions::{self, SessionActivity};
use crate::operator::statistics::{self, Statistics};
use crate::operator::story::{self, Story, StoryLookup};

/// The most journal lines in one answer.
const MAX_LINES: usize = 1_000;
/// The most changes in a list, and undone at once.
const MAX_CHANGES: usize = 500;
/// The most sessions, contracts and crash files in a list.
const MAX_LISTED: usize = 200;

/// The served world, and the pending requests.
pub(super) fn overview(dashboard: &Dashboard, _: &Query) -> ApiResult<Value> {
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "world": dashboard.app.report.config.as_ref().map(|config| config.display().to_string()),
        "waiting": requests::oldest(&dashboard.paths, MAX_SHOWN)?,
    }))
}

/// The whole change of a request whose card shows only the beginning; null if it is not stored. At most 16 MiB.
pub(super) fn whole(dashboard: &Dashboard, query: &Query) -> ApiResult<Value> {
    let request = query.get("request").unwrap_or_default();
    let found = requests::find(&dashboard.paths, &request)?;
    Ok(json!({ "whole": requests::whole(&dashboard.paths, &found)? }))
}

/// The last journal lines, of all sessions or of one.
pub(super) fn journal(dashboard: &Dashboard, query: &Query) -> ApiResult<Vec<Value>> {
    let filter = JournalFilter { session: query.get("session"), ..JournalFilter::default() };
    let page = journal_view::last(&dashboard.paths, &filter, MAX_LINES)?;
    Ok(page.lines.iter().map(JournalLine::value).collect::<Vec<_>>())
}

/// Everything about a call, a request, a contract or a session.
pub(super) fn story(dashboard: &Dashboard, query: &Query) -> ApiResult<Box<Story>> {
    let id = query.get("id").unwrap_or_default();
    match story::find(&dashboard.paths, &id, || Some(&*dashboard.app), DiffExtent::Beginning)? {
        StoryLookup::One(story) => Ok(story),
        StoryLookup::Several(..) => Err(ApiError::of("several ids begin so")),
        StoryLookup::Nothing => Err(ApiError(StatusCode::NOT_FOUND, "the journal knows nothing of this id".to_owned())),
    }
}

/// Sessions and contracts, the last active first.
pub(super) fn activity(dashboard: &Dashboard, _: &Query) -> ApiResult<SessionActivity> {
    Ok(sessions::activity(&dashboard.paths, MAX_LISTED)?)
}

/// The crash files, the newest first.
pub(super) fn crashes(dashboard: &Dashboard, _: &Query) -> ApiResult<CrashList> {
    Ok(crashes::list(&dashboard.paths, MAX_LISTED)?)
}

/// The clients of this user, and what connecting each would change.
pub(super) fn clients(dashboard: &Dashboard, _: &Query) -> ApiResult<Vec<ClientState>> {
    Ok(clients::list(&user_folders()?, dashboard.config_path()))
}

fn user_folders() -> ApiResult<UserFolders> {
    UserFolders::here().ok_or_else(|| ApiError::of("this user has no home folder"))
}

#[derive(Deserialize)]
pub(super) struct Connect {
    client: Client,
    /// The digest of the change that the user was shown.
    digest: String,
}

/// Connects a client with exactly the change that was shown.
pub(super) fn connect(dashboard: &Dashboard, Connect { client, digest }: &Connect) -> ApiResult<ConnectedClient> {
    Ok(clients::connect(&user_folders()?, dashboard.config_path(), *client, digest)?)
}

#[derive(Deserialize)]
pub(super) struct Game {
    /// The path of the game that the user entered.
    folder: Option<String>,
    /// The digest of the configuration that the user was shown; `None` if they only look.
    digest: Option<String>,
}

/// What was found of the game; if a digest is given, that configuration is written first.
pub(super) fn game(dashboard: &Dashboard, Game { folder, digest }: &Game) -> ApiResult<GameOffer> {
    let (paths, config) = (&dashboard.paths, dashboard.config_path());
    // Windows adds quotes to a path that is copied from its file manager.
    let folder = folder.as_deref().map(|folder| folder.trim().trim_matches('"'));
    let named = folder.filter(|folder| !folder.is_empty()).map(Path::new);
    if let Some(digest) = digest {
        init::accept(paths, config, named, digest)?;
    }
    Ok(init::offer(paths, config, named)?)
}

/// The stored changes, the newest first.
pub(super) fn changes(dashboard: &Dashboard, _: &Query) -> ApiResult<Value> {
    let mut kept = changes::list(&dashboard.paths)?;
    let total = kept.len();
    kept.truncate(MAX_CHANGES);
    Ok(json!({ "changes": kept, "total": total }))
}

/// The effect of undoing a change, or everything of a contract, and how many of its changes are left for another undo.
pub(super) fn preview(dashboard: &Dashboard, query: &Query) -> ApiResult<UndoPreviews<UndoDetail>> {
    let (change, contract) = (query.get("change"), query.get("contract"));
    let mut ids = changes::select(&dashboard.paths, change.as_deref(), contract.as_deref())?;
    let total = ids.len();
    ids.truncate(MAX_CHANGES);
    let UndoPreviews { shown, .. } = changes::preview(&dashboard.app, &ids, DiffExtent::Beginning)?;
    let left_out = total - shown.len();
    Ok(UndoPreviews { shown, left_out })
}

/// Statistics of calls.
pub(super) fn statistics(dashboard: &Dashboard, _: &Query) -> ApiResult<Statistics> {
    Ok(statistics::sum_up(&dashboard.paths, &JournalFilter::default())?)
}

/// Every code that can be given.
pub(super) fn codes() -> Vec<Value> {
    let active = replies::REGISTRY.codes().filter(|code| matches!(code.entry().status, Status::Active));
    active.map(describe).collect()
}

#[derive(Deserialize)]
pub(super) struct DecisionRequest {
    request: String,
    granted: bool,
}

/// Records a decision. Of two concurrent ones the first counts, and the other fails.
pub(super) fn decide(dashboard: &Dashboard, decision: &DecisionRequest) -> ApiResult<DecidedRequest> {
    let found = requests::find(&dashboard.paths, &decision.request)?;
    let answer = if decision.granted { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
    Ok(requests::decide(&dashboard.paths, &found, answer, DecisionPlace::Dashboard)?)
}

#[derive(Deserialize)]
pub(super) struct UndoRequest {
    changes: Vec<String>,
    /// Whether later work on the same file is replaced; it is stored, and can be restored.
    #[serde(default)]
    force: bool,
}

/// Undoes changes: all of them, or none.
pub(super) fn undo(dashboard: &Dashboard, undo: &UndoRequest) -> ApiResult<UndoReport> {
    if undo.changes.len() > MAX_CHANGES {
        return Err(ApiError(StatusCode::BAD_REQUEST, format!("at most {MAX_CHANGES} changes at once")));
    }
    let later = if undo.force { LaterWork::Replace } else { LaterWork::Keep };
    Ok(changes::undo(&dashboard.app, &undo.changes, later)?)
}
