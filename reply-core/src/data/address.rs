//! A canonical address: how an agent names a place (L30, L36).

use std::fmt;

/// The most bytes of an address: one that an agent may give, and some names below it (L100).
pub const MAX_ADDRESS: usize = 8 * 1024;

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
pub struct ParseAddressError;

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is <namespace>:<key>/<relative path>, without empty, `.` or `..` segments")
    }
}

impl std::error::Error for ParseAddressError {}

impl Address {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address of something directly inside.
    pub fn child(&self, name: &str) -> Result<Self, ParseAddressError> {
        if !is_segment(name) || self.0.len() + 1 + name.len() > MAX_ADDRESS {
            return Err(ParseAddressError);
        }
        let mut text = String::with_capacity(self.0.len() + 1 + name.len());
        text.push_str(&self.0);
        text.push('/');
        text.push_str(name);
        Ok(Self(text.into_boxed_str()))
    }
}

impl std::str::FromStr for Address {
    type Err = ParseAddressError;

    fn from_str(text: &str) -> Result<Self, ParseAddressError> {
        if text.len() > MAX_ADDRESS {
            return Err(ParseAddressError);
        }
        let (namespace, rest) = text.split_once(':').ok_or(ParseAddressError)?;
        let is_namespace =
            namespace.len() >= 2 && namespace.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if is_namespace && rest.split('/').all(is_segment) { Ok(Self(text.into())) } else { Err(ParseAddressError) }
    }
}

/// A name between slashes: not empty, not a step, and without what means different things on different systems. A drive or the
/// scheme of files is no name: `at:C:/Users/nate` is a path of the host behind a namespace.
fn is_segment(segment: &str) -> bool {
    !matches!(segment, "" | "." | "..")
        && !segment.strip_suffix(':').is_some_and(|root| root.eq_ignore_ascii_case("file") || is_drive(root))
        && !segment.bytes().any(|byte| byte < 0x20 || matches!(byte, b'/' | b'\\' | 0x7f))
}

fn is_drive(root: &str) -> bool {
    root.len() == 1 && root.bytes().all(|byte| byte.is_ascii_alphabetic())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l49_a_host_path_behind_a_namespace_is_not_an_address() {
        for text in ["at:C:/Users/nate", "at:file:/etc/passwd", "root:game/C:/x", "at:c:"] {
            assert_eq!(text.parse::<Address>(), Err(ParseAddressError), "{text}");
        }
        for text in ["mod:A: B/x", "mod:Name:/x", "mod:Name:"] {
            assert!(text.parse::<Address>().is_ok(), "{text}");
        }
    }

    #[test]
    fn l100_an_address_has_a_largest_size() {
        let longest = format!("root:{}", "a".repeat(MAX_ADDRESS - 5));
        let address: Address = longest.parse().expect("it is just short enough");
        assert_eq!(address.child("b"), Err(ParseAddressError));
        assert_eq!(format!("{longest}a").parse::<Address>(), Err(ParseAddressError));
    }
}
