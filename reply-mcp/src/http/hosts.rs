//! A request names one host and at most one origin: what is checked is then what counts.

use axum::extract::Request;
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Refuses a request that names several hosts or origins, as one that names a wrong one.
pub(super) async fn names_one(request: Request, next: Next) -> Response {
    if is_plain(request.uri(), request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "one host and one origin").into_response()
    }
}

/// A proxy or a later check may go by another one of them than the check of hosts did.
fn is_plain(target: &Uri, headers: &HeaderMap) -> bool {
    let is_repeated = |name: HeaderName| headers.get_all(name).iter().nth(1).is_some();
    let is_host = |named: &str| {
        headers.get(header::HOST).is_some_and(|host| host.as_bytes().eq_ignore_ascii_case(named.as_bytes()))
    };
    let names_another = target.authority().is_some_and(|named| !is_host(named.as_str()));
    !names_another && !is_repeated(header::HOST) && !is_repeated(header::ORIGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l104_a_request_that_names_two_hosts_or_origins_is_not_plain() {
        let origin = ("origin", "http://localhost:1");
        for (target, named, expected) in [
            ("/mcp", &[("host", "localhost:1")][..], true),
            ("/mcp", &[("host", "localhost:1"), origin][..], true),
            ("/mcp", &[][..], true),
            ("http://LOCALHOST:1/mcp", &[("host", "localhost:1")][..], true),
            ("http://evil.example/mcp", &[("host", "localhost:1")][..], false),
            ("http://localhost:1/mcp", &[][..], false),
            ("/mcp", &[("host", "localhost:1"), ("host", "evil.example")][..], false),
            ("/mcp", &[("host", "localhost:1"), ("host", "localhost:1")][..], false),
            ("/mcp", &[("host", "localhost:1"), origin, ("origin", "https://evil.example")][..], false),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in named {
                headers.append(HeaderName::from_static(name), value.parse().unwrap());
            }
            assert_eq!(is_plain(&target.parse().unwrap(), &headers), expected, "{target} {named:?}");
        }
    }
}
