//! An address: how an agent names a place (L30–L34, L36). Parsing looks at no disk.

pub(crate) mod name;
mod problem;
mod root_key;

use std::fmt;
use std::ops::Range;

pub use problem::{Problem, Refusal};
pub use root_key::RootKey;

use crate::mods::Mods;

/// The most bytes an input may have; what it names still fits any system call.
const ADDRESS_MAX: usize = 4000;

/// A canonical address, taken apart: a root or a mod, and a relative path of checked names.
///
/// `Display` gives the one canonical spelling, and parsing that spelling gives the same address back. There is no way to
/// make one but [`Address::parse`], so no address holds an empty, `.` or `..` segment, or a name that means something else
/// on another system.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The canonical spelling. The parts below point into it.
    text: Box<str>,
    root: Option<RootKey>,
    key_end: usize,
}

/// What the first half of an address names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place<'a> {
    /// A configured root.
    Root(RootKey),
    /// A mod of the session, by the name it is addressed by.
    Mod(&'a str),
}

/// The longest input that is taken for an address, in bytes; what is longer is refused where it comes in.
pub const MAX_ADDRESS_LENGTH: usize = 4_096;

impl Address {
    /// Reads an address. The session's mods are the keys that `mod:` may name (L32); nothing else is looked at.
    ///
    /// ```
    /// use world_adapter::{Address, Mods};
    /// let traits = Address::parse("root:game//common/./traits/", &Mods::none()).unwrap();
    /// assert_eq!(traits.to_string(), "root:game/common/traits");
    /// assert!(Address::parse("root:game/../x", &Mods::none()).is_err());
    /// ```
    pub fn parse(input: &str, mods: &Mods) -> Result<Self, Refusal> {
        check_whole(input)?;
        let head = read_head(input, mods)?;
        // No accepted spelling is shorter than the canonical one.
        let mut text = String::with_capacity(input.len());
        match head.place {
            Place::Root(key) => text.extend(["root:", key.as_str()]),
            Place::Mod(name) => text.extend(["mod:", name]),
        }
        let key_end = text.len();
        push_segments(input, head.path_start, &mut text)?;
        let root = match head.place {
            Place::Root(key) => Some(key),
            Place::Mod(_) => None,
        };
        Ok(Self { text: text.into_boxed_str(), root, key_end })
    }

    /// A root itself.
    pub(crate) fn of_root(key: RootKey) -> Self {
        let text = format!("root:{key}");
        Self { key_end: text.len(), text: text.into_boxed_str(), root: Some(key) }
    }

    /// What the first half names.
    pub fn place(&self) -> Place<'_> {
        match self.root {
            Some(key) => Place::Root(key),
            None => Place::Mod(&self.text["mod:".len()..self.key_end]),
        }
    }

    /// The path below the root or mod, without a leading slash; empty for the root or mod itself.
    pub fn relative_path(&self) -> &str {
        self.text.get(self.key_end + 1..).unwrap_or_default()
    }

    /// The names of the relative path.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.relative_path().split('/').filter(|segment| !segment.is_empty())
    }

    /// The address of another place in the same root or mod, if it has one.
    pub(crate) fn beside(&self, path: &str, mods: &Mods) -> Option<reply_kit::Address> {
        let other = Self::parse(&[&self.text[..self.key_end], "/", path].concat(), mods).ok()?;
        (other.relative_path() == path).then(|| (&other).into())
    }

    /// The canonical spelling.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<&Address> for reply_kit::Address {
    fn from(address: &Address) -> Self {
        address.text.parse().expect("keys and names were checked by stricter rules when the address was parsed")
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The half before the path, and where the path starts in the input.
struct Head<'m> {
    place: Place<'m>,
    path_start: usize,
}

fn check_whole(input: &str) -> Result<(), Refusal> {
    let whole = 0..input.len();
    if input.is_empty() {
        return Err(Refusal::new(Problem::Empty, whole));
    }
    if input.len() > ADDRESS_MAX {
        return Err(Refusal::new(Problem::AddressTooLong, whole));
    }
    if is_host_path(input) {
        return Err(Refusal::new(Problem::HostPath, whole));
    }
    Ok(())
}

/// A path that starts at a root, a drive, a share or a home of whatever operating system (L34).
fn is_host_path(input: &str) -> bool {
    let bytes = input.as_bytes();
    let is_drive = bytes[0].is_ascii_alphabetic() && bytes.get(1) == Some(&b':');
    let is_home = bytes[0] == b'~' && !input.contains(':');
    let is_file_url = input.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    matches!(bytes[0], b'/' | b'\\') || is_drive || is_home || is_file_url
}

/// L30: the first colon ends the namespace, the first slash after it ends the key.
fn read_head<'m>(input: &'m str, mods: &'m Mods) -> Result<Head<'m>, Refusal> {
    let colon = input.find(':').filter(|colon| !input[..*colon].contains('/'));
    let Some(colon) = colon else { return Err(Refusal::new(Problem::NoNamespace, 0..input.len())) };
    let (namespace, key_start) = (&input[..colon], colon + 1);
    let key_end = input[key_start..].find('/').map_or(input.len(), |slash| key_start + slash);
    let key = &input[key_start..key_end];
    if namespace.starts_with("ROOT_") && key.is_empty() {
        return legacy_root(namespace, key_end);
    }
    if !matches!(namespace, "root" | "mod") {
        return Err(Refusal::new(Problem::UnknownNamespace, 0..colon));
    }
    if key.is_empty() {
        return Err(Refusal::new(Problem::NoKey, key_start..key_end));
    }
    if namespace == "root" { root(key, key_start..key_end) } else { named_mod(input, key_start..key_end, mods) }
}

/// `ROOT_REPO:/path` (L33).
fn legacy_root<'m>(namespace: &str, key_end: usize) -> Result<Head<'m>, Refusal> {
    match RootKey::from_legacy(namespace) {
        Some(key) => Ok(Head { place: Place::Root(key), path_start: key_end }),
        None => Err(Refusal::new(Problem::UnknownRoot, 0..namespace.len())),
    }
}

fn root<'m>(key: &str, at: Range<usize>) -> Result<Head<'m>, Refusal> {
    match RootKey::from_name(key) {
        Some(root) => Ok(Head { place: Place::Root(root), path_start: at.end }),
        None => Err(Refusal::new(key_problem(key, Problem::UnknownRoot), at)),
    }
}

/// An exact name wins over the `Name:/` spelling (L32, L33).
fn named_mod<'m>(input: &str, at: Range<usize>, mods: &'m Mods) -> Result<Head<'m>, Refusal> {
    let key = &input[at.clone()];
    let legacy = || key.strip_suffix(':').filter(|_| at.end < input.len());
    let found = mods.find(key).or_else(|| legacy().and_then(|name| mods.find(name)));
    match found {
        Some(found) => Ok(Head { place: Place::Mod(found.key()), path_start: at.end }),
        None => Err(Refusal::new(key_problem(key, Problem::UnknownMod), at)),
    }
}

/// A key that cannot be one for its characters says so, rather than that it is unknown.
fn key_problem(key: &str, otherwise: Problem) -> Problem {
    key.chars()
        .find_map(|character| match character {
            '\\' => Some(Problem::Backslash),
            _ if character.is_control() => Some(Problem::ControlCharacter),
            _ if name::is_invisible(character) => Some(Problem::InvisibleCharacter),
            _ => None,
        })
        .unwrap_or(otherwise)
}

/// Appends the names of the path. Empty and `.` segments are dropped; anything else is kept as it is or refused.
fn push_segments(input: &str, path_start: usize, text: &mut String) -> Result<(), Refusal> {
    let mut at = path_start;
    for segment in input[path_start..].split('/') {
        let here = at..at + segment.len();
        at = here.end + 1;
        if matches!(segment, "" | ".") {
            continue;
        }
        name::check(segment).map_err(|problem| Refusal::new(problem, here))?;
        text.push('/');
        text.push_str(segment);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
