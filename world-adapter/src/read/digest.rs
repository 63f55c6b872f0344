//! The digest of a file's content, by which an agent states which version it has seen.

use std::fmt;

use reply_kit::{Argument, FieldReader, FieldSpec, Outline, Text};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// SHA-256 of a content, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

/// A text that is not a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is 64 hexadecimal digits")]
pub struct ParseDigestError;

impl Digest {
    /// The digest of a content.
    pub fn of(content: &[u8]) -> Self {
        Self(Sha256::digest(content).into())
    }

    /// The digest of a hash that was updated piece by piece.
    pub(crate) fn from_hash(hash: Sha256) -> Self {
        Self(hash.finalize().into())
    }

    pub(crate) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl std::str::FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ParseDigestError);
        }
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[index * 2..index * 2 + 2], 16).map_err(|_| ParseDigestError)?;
        }
        Ok(Self(bytes))
    }
}

impl Argument for Digest {
    fn schema(_: &FieldSpec) -> Map<String, Value> {
        [("type".to_owned(), Value::from("string")), ("maxLength".to_owned(), 64.into())].into_iter().collect()
    }

    fn expected(_: &FieldSpec) -> String {
        "the digest that read gave".to_owned()
    }

    fn read(value: &Value, spec: &FieldSpec, field: &mut FieldReader<'_, '_>) -> Option<Self> {
        let digest = value.as_str().and_then(|text| text.parse().ok());
        if digest.is_none() {
            field.note("is not a digest", &Self::expected(spec));
        }
        digest
    }

    fn outline<'a>(value: &'a Value, spec: &FieldSpec) -> Outline<'a> {
        // A digest reveals nothing about the content.
        match value.as_str().filter(|text| text.parse::<Self>().is_ok()) {
            Some(digest) => Outline::Shown(digest),
            None => Outline::of(value, spec),
        }
    }
}

impl From<Digest> for Text {
    fn from(digest: Digest) -> Self {
        Self::new(digest.to_string())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_read_as_it_is_written() {
        let digest = Digest::of(b"abc");
        assert_eq!(digest.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!("ba78".parse::<Digest>(), Err(ParseDigestError));
    }
}
