//! The static files of the page, compiled in. They hold no data; the page fetches that with the secret.

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Path, content type and content of each file.
const FILES: [(&str, &str, &str); 13] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/dashboard.css", STYLE, include_str!("page/dashboard.css")),
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/dashboard.js", SCRIPT, include_str!("page/dashboard.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/waiting.js", SCRIPT, include_str!("page/waiting.js")),
    ("/journal.js", SCRIPT, include_str!("page/journal.js")),
    ("/changes.js", SCRIPT, include_str!("page/changes.js")),
    ("/statistics.js", SCRIPT, include_str!("page/statistics.js")),
    ("/crashes.js", SCRIPT, include_str!("page/crashes.js")),
    ("/codes.js", SCRIPT, include_str!("page/codes.js")),
    ("/game.js", SCRIPT, include_str!("page/game.js")),
    ("/clients.js", SCRIPT, include_str!("page/clients.js")),
];

pub(super) fn routes() -> Router {
    FILES.into_iter().fold(Router::new(), |router, (path, kind, content)| {
        router.route(path, get(move || async move { ([(CONTENT_TYPE, kind)], content).into_response() }))
    })
}
