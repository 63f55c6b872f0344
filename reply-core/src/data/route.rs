//! Routes and web addresses: text with slashes that is not a host path, by type.

use std::fmt;

use crate::leak::{find_host_path, undone};

/// The longest route or web address, in bytes.
const MAX_LENGTH: usize = 2_048;

/// The path of a request to a server, such as `/api/v1/users/{id}`.
///
/// It is not a host path, as far as that can be told: its first name is not a folder of a system's disk, and it holds no
/// `.` or `..`, in whatever spelling. The leak gate searches it once more when it is sent: under `home_and_drives` it passes;
/// under `strict`, where no absolute path of any kind leaves, it is withheld like any other, so a server about routes does not
/// choose that level.
///
/// ```
/// use reply_core::Route;
/// assert_eq!(Route::new("/api/v1/users/{id}").unwrap().as_str(), "/api/v1/users/{id}");
/// assert!(Route::new("/home/nate/.ssh").is_err());
/// assert!(Route::new("/%65tc/passwd").is_err());
/// assert!(Route::new("/files/../etc").is_err());
/// assert!(Route::new("api").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route(pub(crate) Box<str>);

/// An address of the web with its host, `http://…` or `https://…`, without a user or a password. The leak gate searches it when
/// it is sent, for a host path in its query.
///
/// ```
/// use reply_core::WebAddress;
/// assert!(WebAddress::new("https://example.org/a?b=/c").is_ok());
/// assert!(WebAddress::new("file:///etc/passwd").is_err());
/// assert!(WebAddress::new("https://nate:secret@example.org/").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WebAddress(pub(crate) Box<str>);

/// A text that is not a route, or not a web address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseRouteError {
    /// It does not start as one does, is too long, or holds spaces, control characters, or a `.` or `..` between slashes.
    Malformed,
    /// It is a host path, or contains one.
    HostPath,
}

impl fmt::Display for ParseRouteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => {
                "a route starts with `/` and has no `.` or `..` in it; a web address starts with `http://` or `https://` and a host"
            }
            Self::HostPath => "it is, or holds, a path of the host",
        })
    }
}

impl std::error::Error for ParseRouteError {}

/// Top-level folders of common systems: a route that starts with one of them is rejected.
const TOP: [&str; 27] = [
    "home",
    "Users",
    "root",
    "etc",
    "var",
    "tmp",
    "usr",
    "opt",
    "mnt",
    "media",
    "private",
    "Volumes",
    "proc",
    "dev",
    "sys",
    "run",
    "srv",
    "boot",
    "Library",
    "Applications",
    "bin",
    "sbin",
    "lib",
    "lib64",
    "nix",
    "snap",
    "Windows",
];

impl Route {
    /// Checks a route.
    pub fn new(route: &str) -> Result<Self, ParseRouteError> {
        let rest = route.strip_prefix('/').ok_or(ParseRouteError::Malformed)?;
        if !is_plain(route) || rest.starts_with('/') {
            return Err(ParseRouteError::Malformed);
        }
        // Checked as written, and with its escapes decoded.
        let undone = undone(rest);
        for rest in [Some(rest), undone.as_deref()].into_iter().flatten() {
            let path = rest.split(['?', '#']).next().unwrap_or_default();
            if path.split('/').any(|name| matches!(name, "." | "..")) {
                return Err(ParseRouteError::Malformed);
            }
            let first = path.split('/').find(|name| !name.is_empty()).unwrap_or_default();
            // After the first slash every other one separates names; anything else that looks like a path is one.
            if TOP.contains(&first) || find_host_path(rest).is_some() {
                return Err(ParseRouteError::HostPath);
            }
        }
        Ok(Self(route.into()))
    }

    /// The route.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl WebAddress {
    /// Checks a web address.
    pub fn new(address: &str) -> Result<Self, ParseRouteError> {
        let rest = ["https://", "http://"].iter().find_map(|scheme| address.strip_prefix(scheme));
        let rest = rest.ok_or(ParseRouteError::Malformed)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_host =
            !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
        if !is_host || !is_plain(address) {
            return Err(ParseRouteError::Malformed);
        }
        Ok(Self(address.into()))
    }

    /// The web address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Visible ASCII without backslashes, and not too long.
fn is_plain(text: &str) -> bool {
    text.len() <= MAX_LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

macro_rules! shown_as_text {
    ($($ty:ty),+) => {$(
        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    )+};
}
shown_as_text!(Route, WebAddress);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::reply_data::ReplyData as _;
    use crate::data::writer::DataWriter;

    #[test]
    fn l49_a_route_is_not_a_way_around_the_leak_gate() {
        for route in ["/api/v1/users", "/", "/users/7/keys", "/.well-known/x", "/a?next=b", "/files/{path}"] {
            assert!(Route::new(route).is_ok(), "{route}");
        }
        for path in [
            "/home/nate",
            "/etc/passwd",
            "/bin/sh",
            "//server/share",
            "/a b",
            "/x\\y",
            "/a/C:/Users/nate",
            "/a=/home/nate",
            "/a/../etc/passwd",
            "/./etc/passwd",
            "/%65tc/passwd",
            "/a/%2e%2E/etc",
            "/a/%252e./etc",
            "/%2fetc/passwd",
        ] {
            assert!(Route::new(path).is_err(), "{path}");
        }
        assert_eq!(Route::new("/a?next=b").as_ref().map(Route::as_str), Ok("/a?next=b"));
        assert_eq!(WebAddress::new("http://a.org/b").as_ref().map(WebAddress::as_str), Ok("http://a.org/b"));
    }

    #[test]
    fn l80_a_route_is_searched_when_it_is_written() {
        // No program was started here, so everything is searched for, as under `strict`.
        for route in ["/depot/main/registry.toml", "/data/nate/.ssh/id", "/api/v1/users"] {
            let mut out = DataWriter::new();
            Route::new(route).unwrap().write(&mut out);
            assert!(out.flaw().is_some(), "{route}");
        }
        let told = |address: &str| {
            let mut out = DataWriter::new();
            WebAddress::new(address).unwrap().write(&mut out);
            out.flaw().is_none()
        };
        assert!(told("https://example.org/a/b?c=d"));
        assert!(!told("https://example.org/?file=/home/nate"));
    }
}
