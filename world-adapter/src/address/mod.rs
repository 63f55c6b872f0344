//! An address: how an agent names a place (L30–L34, L36). Parsing does not access the disk.

pub(crate) mod name;
pub(crate) mod nearest;
mod problem;
mod root_key;

use std::fmt;
use std::ops::Range;

use reply_kit::Address;

pub use problem::{AddressProblem, ParseWorldAddressError};
pub use root_key::RootKey;

use crate::session::mods::Mods;

/// The most bytes an input may have, so that what it names still fits any system call.
const MAX_ADDRESS: usize = 4000;
/// The most names a relative path may have: a write may have to create each level (L100).
const MAX_DEPTH: usize = 128;

/// A canonical address, taken apart: a root or a mod, and a relative path of checked names.
///
/// `Display` gives the one canonical spelling, and parsing that spelling gives the same address back. There is no way to
/// make one but [`WorldAddress::parse`], so no address holds an empty, `.` or `..` segment, or a name that means something else
/// on another system.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct WorldAddress {
    /// The canonical spelling. The parts below point into it.
    address: Address,
    root: Option<RootKey>,
    key_end: usize,
}

/// What the first half of an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressKey<'a> {
    /// A configured root.
    Root(RootKey),
    /// A mod of the session, by the name it is addressed by.
    Mod(&'a str),
}

/// The longest argument of a tool that is parsed as an address, in bytes; the grammar itself accepts 4,000.
pub const MAX_ADDRESS_LENGTH: usize = 4_096;

/// The most bytes of a malformed input that are repeated.
const MAX_ECHOED_INPUT: usize = 400;

/// A malformed input as an answer repeats it: one that is too long to be an address is not repeated.
pub fn echoed_input(input: &str) -> &str {
    if input.len() > MAX_ECHOED_INPUT { "(too long to repeat)" } else { input }
}

impl WorldAddress {
    /// Reads an address. The session's mods are the keys that `mod:` may name (L32); nothing else is looked at.
    ///
    /// ```
    /// use world_adapter::{Mods, WorldAddress};
    /// let traits = WorldAddress::parse("root:game//common/./traits/", &Mods::none()).unwrap();
    /// assert_eq!(traits.to_string(), "root:game/common/traits");
    /// assert!(WorldAddress::parse("root:game/../x", &Mods::none()).is_err());
    /// ```
    pub fn parse(input: &str, mods: &Mods) -> Result<Self, ParseWorldAddressError> {
        check_whole(input)?;
        let head = read_head(input, mods)?;
        // No accepted spelling is shorter than the canonical one.
        let mut text = String::with_capacity(input.len());
        match head.key {
            AddressKey::Root(key) => text.extend(["root:", key.as_str()]),
            AddressKey::Mod(name) => text.extend(["mod:", name]),
        }
        let key_end = text.len();
        push_segments(input, head.path_start, &mut text)?;
        let root = match head.key {
            AddressKey::Root(key) => Some(key),
            AddressKey::Mod(_) => None,
        };
        // Keys and names were checked by stricter rules than those of any address.
        let address =
            text.parse().map_err(|_| ParseWorldAddressError::new(AddressProblem::ReservedCharacter, 0..input.len()))?;
        Ok(Self { address, root, key_end })
    }

    /// `mod:Name` for a mod that no session has yet.
    pub(crate) fn of_new_mod(text: &str) -> Option<Self> {
        let address: Address = text.parse().ok()?;
        let key_end = address.as_str().len();
        (address.as_str() == text).then_some(Self { address, root: None, key_end })
    }

    /// What the first half names.
    pub fn key(&self) -> AddressKey<'_> {
        match self.root {
            Some(key) => AddressKey::Root(key),
            None => AddressKey::Mod(&self.as_str()["mod:".len()..self.key_end]),
        }
    }

    /// The path below the root or mod, without a leading slash; empty for the root or mod itself.
    pub fn relative_path(&self) -> &str {
        self.as_str().get(self.key_end + 1..).unwrap_or_default()
    }

    /// The names of the relative path.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.relative_path().split('/').filter(|segment| !segment.is_empty())
    }

    /// The root or mod itself.
    pub(crate) fn base(&self) -> &str {
        &self.as_str()[..self.key_end]
    }

    /// The address of another place in the same root or mod, if it has one.
    pub(crate) fn beside(&self, path: &str, mods: &Mods) -> Option<Address> {
        let other = Self::parse(&[self.base(), "/", path].concat(), mods).ok()?;
        (other.relative_path() == path).then_some(other.address)
    }

    /// The canonical spelling.
    pub fn as_str(&self) -> &str {
        self.address.as_str()
    }

    /// The address as it is sent to an agent.
    pub fn as_address(&self) -> &Address {
        &self.address
    }
}

impl fmt::Display for WorldAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.address, f)
    }
}

impl fmt::Debug for WorldAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.address, f)
    }
}

/// The half before the path, and where the path starts in the input.
struct AddressHead<'m> {
    key: AddressKey<'m>,
    path_start: usize,
}

fn check_whole(input: &str) -> Result<(), ParseWorldAddressError> {
    let problem = match input {
        "" => AddressProblem::Empty,
        _ if input.len() > MAX_ADDRESS => AddressProblem::AddressTooLong,
        _ if is_host_path(input) => AddressProblem::HostPath,
        _ => return Ok(()),
    };
    Err(ParseWorldAddressError::new(problem, 0..input.len()))
}

/// A path that starts at a root, a drive, a share or a home directory of any operating system (L34).
fn is_host_path(input: &str) -> bool {
    let bytes = input.as_bytes();
    let is_drive = bytes[0].is_ascii_alphabetic() && bytes.get(1) == Some(&b':');
    let is_home = bytes[0] == b'~' && !input.contains(':');
    let is_file_url = input.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    matches!(bytes[0], b'/' | b'\\') || is_drive || is_home || is_file_url
}

/// L30: the first colon ends the namespace, the first slash after it ends the key.
fn read_head<'m>(input: &'m str, mods: &'m Mods) -> Result<AddressHead<'m>, ParseWorldAddressError> {
    let colon = input.find(':').filter(|colon| !input[..*colon].contains('/'));
    let Some(colon) = colon else {
        return Err(ParseWorldAddressError::new(AddressProblem::NoNamespace, 0..input.len()));
    };
    let (namespace, key_start) = (&input[..colon], colon + 1);
    let key_end = input[key_start..].find('/').map_or(input.len(), |slash| key_start + slash);
    let key = &input[key_start..key_end];
    if namespace.starts_with("ROOT_") && key.is_empty() {
        return legacy_root(namespace, key_end);
    }
    if !matches!(namespace, "root" | "mod") {
        return Err(ParseWorldAddressError::new(AddressProblem::UnknownNamespace, 0..colon));
    }
    if key.is_empty() {
        return Err(ParseWorldAddressError::new(AddressProblem::NoKey, key_start..key_end));
    }
    if namespace == "root" { root(key, key_start..key_end) } else { named_mod(input, key_start..key_end, mods) }
}

/// `ROOT_REPO:/path` (L33).
fn legacy_root<'m>(namespace: &str, key_end: usize) -> Result<AddressHead<'m>, ParseWorldAddressError> {
    let unknown = || ParseWorldAddressError::new(AddressProblem::UnknownRoot, 0..namespace.len());
    let key = AddressKey::Root(RootKey::from_legacy(namespace).ok_or_else(unknown)?);
    Ok(AddressHead { key, path_start: key_end })
}

fn root<'m>(key: &str, at: Range<usize>) -> Result<AddressHead<'m>, ParseWorldAddressError> {
    match RootKey::from_name(key) {
        Some(root) => Ok(AddressHead { key: AddressKey::Root(root), path_start: at.end }),
        None => Err(ParseWorldAddressError::new(key_problem(key, AddressProblem::UnknownRoot), at)),
    }
}

/// An exact name wins over the `Name:/` spelling (L32, L33).
fn named_mod<'m>(input: &str, at: Range<usize>, mods: &'m Mods) -> Result<AddressHead<'m>, ParseWorldAddressError> {
    let key = &input[at.clone()];
    let legacy = || key.strip_suffix(':').filter(|_| at.end < input.len());
    let found = mods.find(key).or_else(|| legacy().and_then(|name| mods.find(name)));
    match found {
        Some(found) => Ok(AddressHead { key: AddressKey::Mod(found.key()), path_start: at.end }),
        None => Err(ParseWorldAddressError::new(key_problem(key, AddressProblem::UnknownMod), at)),
    }
}

/// A key with characters that no key can have is reported as such, rather than as unknown.
fn key_problem(key: &str, otherwise: AddressProblem) -> AddressProblem {
    key.chars()
        .find_map(|character| match character {
            '\\' => Some(AddressProblem::Backslash),
            _ if character.is_control() => Some(AddressProblem::ControlCharacter),
            _ if reply_kit::is_invisible(character) => Some(AddressProblem::InvisibleCharacter),
            _ => None,
        })
        .unwrap_or(otherwise)
}

/// Appends the names of the path. Empty and `.` segments are dropped; anything else is kept as it is or refused.
fn push_segments(input: &str, path_start: usize, text: &mut String) -> Result<(), ParseWorldAddressError> {
    let (mut at, mut depth) = (path_start, 0);
    for segment in input[path_start..].split('/') {
        let here = at..at + segment.len();
        at = here.end + 1;
        if matches!(segment, "" | ".") {
            continue;
        }
        depth += 1;
        if depth > MAX_DEPTH {
            return Err(ParseWorldAddressError::new(AddressProblem::TooDeep, here));
        }
        name::check(segment).map_err(|problem| ParseWorldAddressError::new(problem, here))?;
        text.push('/');
        text.push_str(segment);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
