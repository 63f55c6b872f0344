//! The dashboard's data, and its actions: decide, undo, connect a client, choose the game.

use std::path::Path;

use axum::body::{Body, to_bytes};
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use enforcement::{ApprovalAnswer, LaterWork};
use replies::Code;
use reply_kit::is_invisible;
use serde::Deserialize;
use serde::Serialize;
use serde_json::{Value, json};

use super::Dashboard;
use super::pending::MAX_SHOWN;
use crate::clients::{Client, UserFolders};
use crate::commands::init;
use crate::journal::JournalLine;
use crate::operator::changes::{self, DiffExtent};
use crate::operator::journal_view::{self, JournalFilter};
use crate::operator::requests::{self, DecisionPlace};
use crate::operator::statistics;
use crate::operator::story::{self, StoryLookup};
use crate::operator::{clients, crashes, sessions};

/// The longest request body.
const MAX_BODY: usize = 64 * 1024;
/// The most journal lines in one answer.
const MAX_LINES: usize = 1_000;
/// The most changes in a list, and undone at once.
const MAX_CHANGES: usize = 500;
/// The most sessions, contracts and crash files in a list.
const MAX_LISTED: usize = 200;

/// Why a request is not answered with data.
pub(super) struct ApiError(StatusCode, String);

impl ApiError {
    fn of(error: impl std::fmt::Display) -> Self {
        Self(StatusCode::CONFLICT, error.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.0, [(CONTENT_TYPE, "application/json")], shown(json!({ "error": self.1 })).to_string()).into_response()
    }
}

type ApiResult = Result<Response, ApiError>;

/// Text that an agent or a file chose, with invisible characters made visible (L103); line breaks and tabs are kept.
pub(super) fn shown(value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().any(|c| is_invisible(c) && !matches!(c, '\n' | '\t')) => {
            let escaped = text.chars().flat_map(|c| {
                let is_hidden = is_invisible(c) && !matches!(c, '\n' | '\t');
                let (plain, hidden) = if is_hidden { (None, Some(c.escape_unicode())) } else { (Some(c), None) };
                plain.into_iter().chain(hidden.into_iter().flatten())
            });
            Value::String(escaped.collect())
        }
        Value::Array(list) => list.into_iter().map(shown).collect(),
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(name, value)| (name, shown(value))).collect()),
        other => other,
    }
}

/// Runs blocking file access on a thread pool, with a bounded number of jobs at once.
async fn answer<T: Serialize + Send + 'static>(
    dashboard: Dashboard,
    work: impl FnOnce(&Dashboard) -> Result<T, ApiError> + Send + 'static,
) -> ApiResult {
    let broke = |_| ApiError(StatusCode::INTERNAL_SERVER_ERROR, "the dashboard failed; see the terminal".to_owned());
    let place = dashboard.working.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&dashboard).and_then(|found| serde_json::to_value(found).map_err(ApiError::of))
    });
    let value = done.await.map_err(broke)??;
    Ok(([(CONTENT_TYPE, "application/json")], Body::from(shown(value).to_string())).into_response())
}

/// A query parameter; ids and labels need no escapes.
fn parameter(query: Option<&str>, name: &str) -> Option<String> {
    let pairs = query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(found, value)| *found == name && !value.is_empty()).map(|(_, value)| value.to_owned()).next()
}

async fn body<T: for<'d> Deserialize<'d>>(request: Request) -> Result<T, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError(StatusCode::BAD_REQUEST, error.to_string());
    let bytes = to_bytes(request.into_body(), MAX_BODY).await.map_err(|error| wrong(&error))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(&error))
}

/// The served world, and the pending requests.
pub(super) async fn overview(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| {
        Ok(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "world": dashboard.app.report.config.as_ref().map(|config| config.display().to_string()),
            "waiting": requests::oldest(&dashboard.paths, MAX_SHOWN).map_err(ApiError::of)?,
        }))
    })
    .await
}

/// The whole change of a request whose card shows only the beginning; null if it is not stored. At most 16 MiB.
pub(super) async fn whole(State(dashboard): State<Dashboard>, RawQuery(query): RawQuery) -> ApiResult {
    answer(dashboard, move |dashboard| {
        let request = parameter(query.as_deref(), "request").unwrap_or_default();
        let found = requests::find(&dashboard.paths, &request).map_err(ApiError::of)?;
        Ok(json!({ "whole": requests::whole(&dashboard.paths, &found).map_err(ApiError::of)? }))
    })
    .await
}

/// The last journal lines, of all sessions or of one.
pub(super) async fn journal(State(dashboard): State<Dashboard>, RawQuery(query): RawQuery) -> ApiResult {
    answer(dashboard, move |dashboard| {
        let filter = JournalFilter { session: parameter(query.as_deref(), "session"), ..JournalFilter::default() };
        let page = journal_view::last(&dashboard.paths, &filter, MAX_LINES).map_err(ApiError::of)?;
        Ok(page.lines.iter().map(JournalLine::value).collect::<Vec<_>>())
    })
    .await
}

/// Everything about a call, a request, a contract or a session.
pub(super) async fn story(State(dashboard): State<Dashboard>, RawQuery(query): RawQuery) -> ApiResult {
    answer(dashboard, move |dashboard| {
        let id = parameter(query.as_deref(), "id").unwrap_or_default();
        match story::find(&dashboard.paths, &id, || None, DiffExtent::Beginning).map_err(ApiError::of)? {
            StoryLookup::One(mut story) => {
                for detail in &mut story.changes {
                    let looked = changes::detail(
                        &dashboard.paths,
                        Some(&dashboard.app),
                        &detail.change.trace_id,
                        DiffExtent::Beginning,
                    );
                    if let Some(found) = looked.map_err(ApiError::of)? {
                        *detail = found;
                    }
                }
                serde_json::to_value(story).map_err(ApiError::of)
            }
            StoryLookup::Several(..) => Err(ApiError::of("several ids begin so")),
            StoryLookup::Nothing => {
                Err(ApiError(StatusCode::NOT_FOUND, "the journal knows nothing of this id".to_owned()))
            }
        }
    })
    .await
}

/// Sessions and contracts, the last active first.
pub(super) async fn activity(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| sessions::activity(&dashboard.paths, MAX_LISTED).map_err(ApiError::of)).await
}

/// The crash files, the newest first.
pub(super) async fn crashes(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| crashes::list(&dashboard.paths, MAX_LISTED).map_err(ApiError::of)).await
}

/// The clients of this user, and what connecting each would change.
pub(super) async fn clients(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| Ok(clients::list(&user_folders()?, dashboard.config_path()))).await
}

fn user_folders() -> Result<UserFolders, ApiError> {
    UserFolders::here().ok_or_else(|| ApiError::of("this user has no home folder"))
}

#[derive(Deserialize)]
struct Connect {
    client: Client,
    /// The digest of the change that the user was shown.
    digest: String,
}

/// Connects a client with exactly the change that was shown.
pub(super) async fn connect(State(dashboard): State<Dashboard>, request: Request) -> ApiResult {
    let Connect { client, digest } = body(request).await?;
    answer(dashboard, move |dashboard| {
        clients::connect(&user_folders()?, dashboard.config_path(), client, &digest).map_err(ApiError::of)
    })
    .await
}

#[derive(Deserialize)]
struct Game {
    /// The path of the game that the user entered.
    folder: Option<String>,
    /// The digest of the configuration that the user was shown; `None` if they only look.
    digest: Option<String>,
}

/// What was found of the game; if a digest is given, that configuration is written first.
pub(super) async fn game(State(dashboard): State<Dashboard>, request: Request) -> ApiResult {
    let Game { folder, digest } = body(request).await?;
    answer(dashboard, move |dashboard| {
        let (paths, config) = (&dashboard.paths, dashboard.config_path());
        // Windows adds quotes to a path that is copied from its file manager.
        let folder = folder.as_deref().map(|folder| folder.trim().trim_matches('"'));
        let named = folder.filter(|folder| !folder.is_empty()).map(Path::new);
        if let Some(digest) = digest {
            init::accept(paths, config, named, &digest).map_err(ApiError::of)?;
        }
        init::offer(paths, config, named).map_err(ApiError::of)
    })
    .await
}

/// The stored changes, the newest first.
pub(super) async fn changes(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| {
        let mut kept = changes::list(&dashboard.paths).map_err(ApiError::of)?;
        let total = kept.len();
        kept.truncate(MAX_CHANGES);
        Ok(json!({ "changes": kept, "total": total }))
    })
    .await
}

/// The effect of undoing a change, or everything of a contract.
pub(super) async fn preview(State(dashboard): State<Dashboard>, RawQuery(query): RawQuery) -> ApiResult {
    answer(dashboard, move |dashboard| {
        let query = query.as_deref();
        let ids = match (parameter(query, "change"), parameter(query, "contract")) {
            (Some(change), _) => changes::find(&dashboard.paths, &change),
            (None, Some(contract)) => changes::of_contract(&dashboard.paths, &contract),
            (None, None) => changes::last(&dashboard.paths),
        };
        let mut ids = ids.map_err(ApiError::of)?;
        ids.truncate(MAX_CHANGES);
        changes::preview(&dashboard.paths, &dashboard.app, &ids, DiffExtent::Beginning).map_err(ApiError::of)
    })
    .await
}

/// Statistics of calls.
pub(super) async fn statistics(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |dashboard| statistics::sum_up(&dashboard.paths, &JournalFilter::default()).map_err(ApiError::of))
        .await
}

/// Every code of the registry.
pub(super) async fn codes(State(dashboard): State<Dashboard>) -> ApiResult {
    answer(dashboard, |_| {
        let row = |code: Code| {
            let entry = code.entry();
            json!({ "code": entry.code, "key": entry.key, "summary": entry.summary, "explain": entry.explain.trim() })
        };
        Ok(Code::ALL.iter().copied().map(row).collect::<Vec<_>>())
    })
    .await
}

#[derive(Deserialize)]
struct DecisionRequest {
    request: String,
    granted: bool,
}

/// Records a decision. Of two concurrent ones the first counts, and the other fails.
pub(super) async fn decide(State(dashboard): State<Dashboard>, request: Request) -> ApiResult {
    let decision: DecisionRequest = body(request).await?;
    answer(dashboard, move |dashboard| {
        let found = requests::find(&dashboard.paths, &decision.request).map_err(ApiError::of)?;
        let answer = if decision.granted { ApprovalAnswer::Granted } else { ApprovalAnswer::Refused };
        requests::decide(&dashboard.paths, &found, answer, DecisionPlace::Dashboard).map_err(ApiError::of)
    })
    .await
}

#[derive(Deserialize)]
struct UndoRequest {
    changes: Vec<String>,
    /// Whether later work on the same file is replaced; it is stored, and can be restored.
    #[serde(default)]
    force: bool,
}

/// Undoes changes: all of them, or none.
pub(super) async fn undo(State(dashboard): State<Dashboard>, request: Request) -> ApiResult {
    let undo: UndoRequest = body(request).await?;
    answer(dashboard, move |dashboard| {
        if undo.changes.len() > MAX_CHANGES {
            return Err(ApiError(StatusCode::BAD_REQUEST, format!("at most {MAX_CHANGES} changes at once")));
        }
        let later = if undo.force { LaterWork::Replace } else { LaterWork::Keep };
        changes::undo(&dashboard.app, &undo.changes, later).map_err(ApiError::of)
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l103_what_cannot_be_seen_is_shown_in_every_text() {
        let value = json!({ "a": ["x\u{202e}y", { "b": "1\n\t2\u{1b}[2J" }], "n": 1 });
        assert_eq!(shown(value), json!({ "a": ["x\\u{202e}y", { "b": "1\n\t2\\u{1b}[2J" }], "n": 1 }));
    }

    #[test]
    fn parameters_are_found_by_their_whole_name() {
        assert_eq!(parameter(Some("id=a&identity=b"), "id").as_deref(), Some("a"));
        assert_eq!(parameter(Some("identity=b&id="), "id"), None);
        assert_eq!(parameter(None, "id"), None);
    }
}
