//! Address, access and limits of the HTTP server.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::HeaderMap;

use super::secret::HttpSecret;

/// Address and access of the HTTP server.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    pub(super) address: SocketAddr,
    /// `None` on loopback only.
    secret: Option<HttpSecret>,
    pub(super) hosts: Vec<String>,
    pub(super) limits: HttpLimits,
}

/// Limits of the HTTP server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HttpLimits {
    /// How many connections are open at once. Beyond that an idle one is closed for the next; if all have a request, the next
    /// gets 503.
    pub connections: usize,
    /// How many sessions of the older era there are at once; beyond that `initialize` gets 503.
    pub sessions: usize,
    /// How long a connection may take for the head of a request, and stay idle.
    pub head_timeout: Duration,
    /// How long a body may stall.
    pub body_timeout: Duration,
    /// How long a whole body may take.
    pub upload_timeout: Duration,
    /// How long a client may leave an answer unread.
    pub write_timeout: Duration,
    /// How many bytes of replies may be unread over all connections; beyond that no waiting call begins.
    pub unread_bytes: usize,
    /// How long a client may take to read an answer while that many are unread.
    pub pressed_timeout: Duration,
    /// How long a session of the older era lasts without a request or an open stream.
    pub session_ttl: Duration,
    /// How long a disconnected client may take to reconnect for an open question.
    pub reconnect_timeout: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            sessions: 256,
            head_timeout: Duration::from_secs(30),
            body_timeout: Duration::from_secs(10),
            upload_timeout: Duration::from_mins(1),
            write_timeout: Duration::from_secs(30),
            unread_bytes: 64 * 1024 * 1024,
            pressed_timeout: Duration::from_secs(5),
            session_ttl: Duration::from_mins(5),
            reconnect_timeout: Duration::from_secs(10),
        }
    }
}

impl HttpOptions {
    /// Serves on an address, for clients that send the secret as a bearer token.
    #[must_use]
    pub fn new(address: SocketAddr, secret: HttpSecret) -> Self {
        Self { address, secret: Some(secret), hosts: Vec::new(), limits: HttpLimits::default() }
    }

    /// Serves every client that can reach the address: every user of this machine.
    ///
    /// # Errors
    ///
    /// If other machines can reach it.
    pub fn without_secret(address: SocketAddr) -> io::Result<Self> {
        if !address.ip().is_loopback() {
            let problem = format!("{address} can be reached by others: it needs a secret");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, problem));
        }
        Ok(Self { address, secret: None, hosts: Vec::new(), limits: HttpLimits::default() })
    }

    /// Also accepts this host name, besides the loopback names and the address itself.
    #[must_use]
    pub fn with_host(mut self, host: impl Into<String>) -> Self {
        self.hosts.push(host.into());
        self
    }

    /// With other limits.
    #[must_use]
    pub fn with_limits(mut self, limits: HttpLimits) -> Self {
        self.limits = limits;
        self
    }

    pub(super) fn admits(&self, headers: &HeaderMap) -> bool {
        self.secret.as_ref().is_none_or(|secret| secret.is_in(headers))
    }
}
