//! The secret that clients send as a bearer token.

use std::fmt;

use axum::http::{HeaderMap, header};
use reply_core::Id;

/// A secret that lets its holder call the tools over HTTP.
///
/// It is never blank, and can be sent in a header. Neither `Debug` nor an error shows it.
///
/// ```
/// use reply_mcp::HttpSecret;
/// assert!(HttpSecret::new("  ").is_err());
/// assert_ne!(HttpSecret::random().reveal(), HttpSecret::random().reveal());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct HttpSecret(Box<str>);

/// Why a text is not a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HttpSecretError {
    /// There is nothing in it but spaces.
    #[error("a secret of spaces keeps nobody out")]
    OnlySpaces,
    /// It holds a character that cannot be sent in a header.
    #[error("a secret is made of printable ASCII characters, which a header can hold")]
    Character,
}

impl HttpSecret {
    /// A secret of the operator's own; spaces around it are not part of it.
    ///
    /// # Errors
    /// If it is blank, or not made of printable ASCII characters.
    pub fn new(text: &str) -> Result<Self, HttpSecretError> {
        match text.trim() {
            "" => Err(HttpSecretError::OnlySpaces),
            secret if secret.bytes().all(|byte| (b' '..=b'~').contains(&byte)) => Ok(Self(secret.into())),
            _ => Err(HttpSecretError::Character),
        }
    }

    /// An unguessable secret: 244 random bits.
    #[must_use]
    pub fn random() -> Self {
        let [first, second] = [Id::fresh(), Id::fresh()].map(|id| id.to_string().replace('-', ""));
        Self(format!("{first}{second}").into())
    }

    /// The secret itself, for its file and for the person.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether a text is this secret, compared in constant time.
    #[must_use]
    pub fn matches(&self, sent: &str) -> bool {
        let differences = sent.bytes().zip(self.0.bytes()).fold(0, |differences, (a, b)| differences | (a ^ b));
        sent.len() == self.0.len() && differences == 0
    }

    /// Whether a request carries exactly this secret.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let mut sent = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(sent), None) = (sent.next(), sent.next()) else { return false };
        let Some((scheme, token)) = sent.to_str().ok().and_then(|sent| sent.split_once(' ')) else { return false };
        scheme.eq_ignore_ascii_case("bearer") && self.matches(token.trim())
    }
}

impl fmt::Debug for HttpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HttpSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (header::AUTHORIZATION, value.parse().unwrap())).collect()
    }

    #[test]
    fn a_secret_is_never_blank_and_fits_a_header() {
        for blank in ["", " ", "\t\n", "\u{3000}"] {
            assert_eq!(HttpSecret::new(blank), Err(HttpSecretError::OnlySpaces), "{blank:?}");
        }
        for unfit in ["a\nb", "gehëim", "a\u{0}b"] {
            assert_eq!(HttpSecret::new(unfit), Err(HttpSecretError::Character));
        }
        let secret = HttpSecret::new(" a secret\n").unwrap();
        assert_eq!((secret.reveal(), format!("{secret:?}")), ("a secret", "HttpSecret(…)".to_owned()));
        assert!(HttpSecret::random().reveal().len() >= 64);
    }

    #[test]
    fn a_request_brings_the_secret_once_and_whole() {
        let secret = HttpSecret::new("a secret").unwrap();
        assert!(secret.is_in(&headers(&["Bearer a secret"])) && secret.is_in(&headers(&["bearer a secret"])));
        for wrong in [&[][..], &["Bearer "], &["Bearer a secreT"], &["a secret"], &["Basic a secret"], &["Bearer a"]] {
            assert!(!secret.is_in(&headers(wrong)), "{wrong:?}");
        }
        assert!(!secret.is_in(&headers(&["Bearer a secret", "Bearer a secret"])));
    }
}
