//! The page itself: four files, compiled in. It holds no data; that is fetched with the secret.

use axum::Router;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::response::IntoResponse;
use axum::routing::get;

type Served = ([(HeaderName, &'static str); 1], &'static str);

const PAGE: Served = ([(CONTENT_TYPE, "text/html; charset=utf-8")], include_str!("page/index.html"));
const STYLE: Served = ([(CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("page/dashboard.css"));
const SCRIPT: Served = ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("page/dashboard.js"));
const ICON: Served = ([(CONTENT_TYPE, "image/svg+xml")], include_str!("page/icon.svg"));

pub(super) fn routes() -> Router {
    let serve = |served: Served| get(move || async move { served.into_response() });
    Router::new()
        .route("/", serve(PAGE))
        .route("/dashboard.css", serve(STYLE))
        .route("/dashboard.js", serve(SCRIPT))
        .route("/icon.svg", serve(ICON))
}
