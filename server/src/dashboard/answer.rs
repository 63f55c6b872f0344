//! How a request for data is answered: on a thread pool, as JSON in which everything is visible.

use axum::body::{Body, to_bytes};
use axum::extract::{RawQuery, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use reply_kit::visible;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Dashboard;

/// The longest request body.
const MAX_BODY: usize = 64 * 1024;

/// Why a request is not answered with data.
pub(super) struct ApiError(pub(super) StatusCode, pub(super) String);

impl ApiError {
    pub(super) fn of(error: impl std::fmt::Display) -> Self {
        Self(StatusCode::CONFLICT, error.to_string())
    }
}

impl<E: std::error::Error> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::of(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.0, [(CONTENT_TYPE, "application/json")], shown(json!({ "error": self.1 })).to_string()).into_response()
    }
}

/// What an endpoint answers.
pub(super) type ApiResult<T> = Result<T, ApiError>;

/// The query of a request.
pub(super) struct Query(String);

impl Query {
    /// A parameter; ids and labels need no escapes.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let mut pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(found, value)| *found == name && !value.is_empty()).map(|(_, value)| value.to_owned())
    }
}

/// A route that looks something up.
pub(super) fn read<T: Serialize + Send + 'static>(
    endpoint: fn(&Dashboard, &Query) -> ApiResult<T>,
) -> MethodRouter<Dashboard> {
    get(move |State(dashboard): State<Dashboard>, RawQuery(query): RawQuery| {
        answer(dashboard, move |dashboard| endpoint(dashboard, &Query(query.unwrap_or_default())))
    })
}

/// A route that does what its body asks for.
pub(super) fn act<B: DeserializeOwned + Send + 'static, T: Serialize + Send + 'static>(
    endpoint: fn(&Dashboard, &B) -> ApiResult<T>,
) -> MethodRouter<Dashboard> {
    post(move |State(dashboard): State<Dashboard>, request: Request| async move {
        let body: B = body(request).await?;
        answer(dashboard, move |dashboard| endpoint(dashboard, &body)).await
    })
}

/// Text that an agent or a file chose, with invisible characters made visible (L103); line breaks and tabs are kept.
pub(super) fn shown(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let line = |line: &str| line.split('\t').map(visible).collect::<Vec<_>>().join("\t");
            text.split('\n').map(line).collect::<Vec<_>>().join("\n").into()
        }
        Value::Array(list) => list.into_iter().map(shown).collect(),
        Value::Object(fields) => Value::Object(fields.into_iter().map(|(name, value)| (name, shown(value))).collect()),
        other => other,
    }
}

/// Runs blocking file access on a thread pool, with a bounded number of jobs at once.
async fn answer<T: Serialize + Send + 'static>(
    dashboard: Dashboard,
    work: impl FnOnce(&Dashboard) -> ApiResult<T> + Send + 'static,
) -> ApiResult<Response> {
    let broke = |_| ApiError(StatusCode::INTERNAL_SERVER_ERROR, "the dashboard failed; see the terminal".to_owned());
    let place = dashboard.working.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let _place = place;
        work(&dashboard).and_then(|found| Ok(serde_json::to_value(found)?))
    });
    let value = done.await.map_err(broke)??;
    Ok(([(CONTENT_TYPE, "application/json")], Body::from(shown(value).to_string())).into_response())
}

async fn body<T: DeserializeOwned>(request: Request) -> ApiResult<T> {
    let wrong = |error: &dyn std::fmt::Display| ApiError(StatusCode::BAD_REQUEST, error.to_string());
    let bytes = to_bytes(request.into_body(), MAX_BODY).await.map_err(|error| wrong(&error))?;
    serde_json::from_slice(&bytes).map_err(|error| wrong(&error))
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
        let id = |query: &str| Query(query.to_owned()).get("id");
        assert_eq!(id("id=a&identity=b").as_deref(), Some("a"));
        assert_eq!(id("identity=b&id="), None);
        assert_eq!(id(""), None);
    }
}
