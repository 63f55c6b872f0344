//! A canonical address: how an agent names a place (L30, L36).

use std::fmt;

/// A place as agents name it, `<namespace>:<key>/<relative path>`, such as `root:game/common` or `mod:My Mod`.
///
/// An address cannot be a host path: its namespace has at least two lower-case letters, its key is not empty, and no
/// segment is empty, `.` or `..`. So the leak gate has nothing to look for in it. What the namespaces and keys are is for
/// the server that uses them to say.
///
/// ```
/// use reply_core::Address;
/// let traits: Address = "root:game/common/traits".parse().unwrap();
/// assert_eq!(traits.child("00_traits.txt").unwrap().as_str(), "root:game/common/traits/00_traits.txt");
/// assert!("C:/games".parse::<Address>().is_err());
/// assert!("root:game/../x".parse::<Address>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Box<str>);

/// A text that is no canonical address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnAddress;

impl fmt::Display for NotAnAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is <namespace>:<key>/<relative path>, without empty, `.` or `..` segments")
    }
}

impl std::error::Error for NotAnAddress {}

impl Address {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address of something directly inside.
    pub fn child(&self, name: &str) -> Result<Self, NotAnAddress> {
        if !is_segment(name) {
            return Err(NotAnAddress);
        }
        let mut text = String::with_capacity(self.0.len() + 1 + name.len());
        text.push_str(&self.0);
        text.push('/');
        text.push_str(name);
        Ok(Self(text.into_boxed_str()))
    }
}

impl std::str::FromStr for Address {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<Self, NotAnAddress> {
        let (namespace, rest) = text.split_once(':').ok_or(NotAnAddress)?;
        let is_namespace =
            namespace.len() >= 2 && namespace.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if is_namespace && rest.split('/').all(is_segment) { Ok(Self(text.into())) } else { Err(NotAnAddress) }
    }
}

/// A name between slashes: not empty, not a step, and without what means different things on different systems.
fn is_segment(segment: &str) -> bool {
    !matches!(segment, "" | "." | "..")
        && !segment.bytes().any(|byte| byte < 0x20 || matches!(byte, b'/' | b'\\' | 0x7f))
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
