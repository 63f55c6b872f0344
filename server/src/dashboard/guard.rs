//! Access control of the dashboard: a browser on this machine, opened with the address that holds the secret.

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use reply_mcp::HttpSecret;

/// Everything comes from the program itself, nothing is inline, and no other page may frame, read or post.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The header with the page's secret. A form or a link of another page cannot set it.
const SECRET: HeaderName = HeaderName::from_static("x-ck3raven-secret");

/// The served port, and the secret of this run.
#[derive(Clone, Debug)]
pub(super) struct DashboardGuard {
    port: u16,
    secret: HttpSecret,
}

impl DashboardGuard {
    /// A secret of its own.
    pub(super) fn new(port: u16) -> Self {
        Self { port, secret: HttpSecret::random() }
    }

    /// The address that opens the page. The secret is in the fragment (`#`), which browsers never send.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.secret.reveal())
    }

    /// The allowed host names: any other name could be made to resolve to this machine (DNS rebinding).
    fn is_own_host(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    fn admits(&self, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
        let is_own = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_own_host(host));
        text(header::HOST).is_some_and(|host| self.is_own_host(host)) && text(header::ORIGIN).is_none_or(is_own)
    }

    fn has_secret(&self, headers: &HeaderMap) -> bool {
        let sent = headers.get(SECRET).and_then(|sent| sent.to_str().ok());
        sent.is_some_and(|sent| self.secret.matches(sent))
    }
}

/// Answers only requests that name this host, and forbids caching, framing and content sniffing.
pub(super) async fn checks_host(State(guard): State<DashboardGuard>, request: Request, next: Next) -> Response {
    let mut response =
        if guard.admits(request.headers()) { next.run(request).await } else { StatusCode::FORBIDDEN.into_response() };
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Data and decisions need the secret.
pub(super) async fn needs_secret(State(guard): State<DashboardGuard>, request: Request, next: Next) -> Response {
    if guard.has_secret(request.headers()) { next.run(request).await } else { StatusCode::UNAUTHORIZED.into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_this_host_and_its_own_pages_are_admitted() {
        let guard = DashboardGuard::new(7);
        for (host, origin, is_admitted) in [
            ("127.0.0.1:7", None, true),
            ("localhost:7", Some("http://localhost:7"), true),
            ("127.0.0.1:8", None, false),
            ("127.0.0.1", None, false),
            ("evil.example:7", None, false),
            ("127.0.0.1:7", Some("https://evil.example"), false),
            ("127.0.0.1:7", Some("null"), false),
        ] {
            let mut pairs = vec![("host", host)];
            pairs.extend(origin.map(|origin| ("origin", origin)));
            assert_eq!(guard.admits(&headers(&pairs)), is_admitted, "{host} {origin:?}");
        }
    }

    #[test]
    fn only_the_secret_of_this_run_is_known() {
        let guard = DashboardGuard::new(7);
        let secret = guard.address().split('#').nth(1).unwrap().to_owned();
        assert!(guard.has_secret(&headers(&[("x-ck3raven-secret", &secret)])));
        for wrong in ["", "x", &secret[1..], &format!("{secret}x"), &"0".repeat(secret.len())] {
            assert!(!guard.has_secret(&headers(&[("x-ck3raven-secret", wrong)])), "{wrong}");
        }
        assert!(!guard.has_secret(&HeaderMap::new()));
        assert_ne!(DashboardGuard::new(7).address(), guard.address());
    }
}
