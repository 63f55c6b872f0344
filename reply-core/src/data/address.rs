//! A canonical address: how an agent names a place (L30, L36).

use std::fmt;

use crate::leak::find_in_address;

/// The most bytes of an address: one that an agent may give, and some names below it (L100).
pub const MAX_ADDRESS: usize = 8 * 1024;

/// An address, `<namespace>:<key>/<relative path>`, such as `root:game/common` or `mod:My Mod`.
///
/// An address cannot be a host path: its namespace has at least two lower-case letters, its key is not empty, no segment is
/// empty, `.` or `..`, and nothing in it reads as a host path to the leak gate at its strictest. There is one exception: a name
/// may end in a punctuation mark, as in `mod:Traits!/a/b`, unless a top-level directory of some system follows. So the gate
/// does not scan addresses again. The server that uses them defines the namespaces and keys.
///
/// ```
/// use reply_core::Address;
/// let traits: Address = "root:game/common/traits".parse().unwrap();
/// assert_eq!(traits.child("00_traits.txt").unwrap().as_str(), "root:game/common/traits/00_traits.txt");
/// assert!("C:/games".parse::<Address>().is_err());
/// assert!("root:game/../x".parse::<Address>().is_err());
/// assert!("root: /home/nate".parse::<Address>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address(Box<str>);

/// A text that is not a canonical address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAddressError;

impl fmt::Display for ParseAddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is <namespace>:<key>/<relative path>, without empty, `.` or `..` segments or a path of the host")
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
        if find_in_address(&text).is_some() { Err(ParseAddressError) } else { Ok(Self(text.into_boxed_str())) }
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
        let is_address = is_namespace && rest.split('/').all(is_segment) && find_in_address(text).is_none();
        if is_address { Ok(Self(text.into())) } else { Err(ParseAddressError) }
    }
}

/// A name between slashes: not empty, not `.` or `..`, and without characters that mean different things on different systems.
/// A drive or the scheme of files is not a name: `at:C:/Users/nate` is a host path after a namespace.
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
    use proptest::prelude::*;

    use super::*;
    use crate::leak::{find_host_path, undone};

    #[test]
    fn l49_a_host_path_behind_a_namespace_is_not_an_address() {
        for text in ["at:C:/Users/nate", "at:file:/etc/passwd", "root:game/C:/x", "at:c:"] {
            assert_eq!(text.parse::<Address>(), Err(ParseAddressError), "{text}");
        }
        for text in ["mod:A: B/x", "mod:Name:"] {
            assert!(text.parse::<Address>().is_ok(), "{text}");
        }
        // If no registry lists such forms, the text after the colon is a path.
        assert_eq!("mod:Name:/x".parse::<Address>(), Err(ParseAddressError));
    }

    #[test]
    fn a_namespace_has_two_letters_at_least_and_small_ones_only() {
        for (text, is_address) in [("root:a", true), ("ab:a", true), ("a:b", false), ("Root:a", false), ("r2:a", false)]
        {
            assert_eq!(text.parse::<Address>().is_ok(), is_address, "{text}");
        }
    }

    #[test]
    fn l49_a_host_path_in_any_disguise_is_not_an_address() {
        for text in [
            "at: /home/nate/.ssh",
            "at:see: /home/nate",
            "at:see:/home/nate",
            "at: C:/Users/nate",
            "at:x C:/Users/nate",
            "at:\u{200b}C:/Users/nate",
            "at:\u{200b}/home/nate",
            "at:(/home/nate)",
            "at:(/data/nate)",
            "at:%2fhome%2fnate",
            "at:%2fdata%2fnate",
            "at:~/x",
            "at:%7e/x",
            "at:Why?/home/nate",
            "root:game/ /data/nate",
        ] {
            assert_eq!(text.parse::<Address>(), Err(ParseAddressError), "{text}");
            let (parent, name) = text.rsplit_once('/').unwrap_or((text, ""));
            assert!(
                parent.parse::<Address>().is_err()
                    || parent.parse::<Address>().is_ok_and(|parent| parent.child(name).is_err())
            );
        }
    }

    #[test]
    fn names_that_only_look_odd_are_addresses() {
        for text in [
            "root:game/%2e%2e/x",
            "root:game/..%2fx",
            "root:game/~/x",
            "root:game/%APPDATA%",
            "root:game/home/nate",
            "mod:My Mod (2)/a/b",
            "mod:Traits!/my/things",
            "mod:The \"Best\"/common/traits",
            "mod:Nobles'/common/traits",
            "mod:A, B,/common/traits",
            "mod:50% Off/a/b",
            "mod:Why?/events/x.txt",
            "mod:Foo Inc./data/x.txt",
            "mod:Mein Café/data/x.txt",
            "mod:Café/home/x.txt",
            "root:game/b]/data/x.txt",
            "root:game/wow!/data/x.txt",
            "root:game/文件/data/x.txt",
        ] {
            assert!(text.parse::<Address>().is_ok(), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4_096, ..ProptestConfig::default() })]

        #[test]
        fn l49_the_gate_finds_no_path_in_an_address(
            text in r"(at|mod|root):([ (:~!?=a-cC\u{200b}]|%2[fF]|home|data|file|see|/){1,10}",
        ) {
            if let Ok(address) = text.parse::<Address>() {
                let read = undone(address.as_str()).unwrap_or_else(|| address.to_string());
                prop_assert!(!read.contains("!/home/") && !read.contains("?/home/"), "{address}");
                // The one exception: a slash after the mark that ends a name.
                let read = ["!", "?", "%", "~"].iter().fold(read, |read, mark| read.replace(&format!("{mark}/"), &format!("{mark}x/")));
                prop_assert_eq!(find_host_path(&read), None, "{}", address);
            }
        }
    }

    #[test]
    fn a_child_is_one_name_more_up_to_the_largest_size() {
        let game: Address = "root:game".parse().expect("an address");
        assert_eq!(game.child("a.txt").map(|child| child.to_string()).as_deref(), Ok("root:game/a.txt"));
        for name in ["", ".", "..", "a/b", r"a\b", "a\u{7f}", "a\n", "C:", "file:", "FILE:"] {
            assert_eq!(game.child(name), Err(ParseAddressError), "{name}");
            assert_eq!(format!("root:{name}").parse::<Address>().is_ok(), name == "a/b", "{name}");
        }
        let longest = "a".repeat(MAX_ADDRESS - "root:game/".len());
        assert_eq!(game.child(&longest).map(|child| child.as_str().len()), Ok(MAX_ADDRESS));
        assert_eq!(game.child(&format!("{longest}a")), Err(ParseAddressError));
    }

    #[test]
    fn l100_an_address_has_a_largest_size() {
        let longest = format!("root:{}", "a".repeat(MAX_ADDRESS - 5));
        let address: Address = longest.parse().expect("it is just short enough");
        assert_eq!(address.child("b"), Err(ParseAddressError));
        assert_eq!(format!("{longest}a").parse::<Address>(), Err(ParseAddressError));
    }
}
