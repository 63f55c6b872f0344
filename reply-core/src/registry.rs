//! The registry at run time: one static table, made by the macro, and codes as places in it.

use std::fmt;

use crate::entry::{Entry, FIELD};
use crate::layer::LayerName;
use crate::lookup::hash;
use crate::reply_type::ReplyType;

/// Every code of a program, with what the registry says of it. Only the macro of `reply-macros` makes one.
pub struct Registry {
    /// The codes, sorted.
    codes: &'static [&'static str],
    /// The message of each, placeholders numbered; empty where there is none.
    messages: &'static [&'static str],
    /// Everything else about each, one text; see [`Entry`].
    notes: &'static [&'static str],
    /// A hash table of places in `codes`, one up; see `lookup.rs`.
    lookup: &'static [u16],
    roles: Roles,
    /// Tells this registry's places from another's; the low 16 bits are zero.
    fingerprint: u64,
}

/// A place in a registry as generated code writes it: the registry's fingerprint, and the index in the low 16 bits.
///
/// One literal, because a reference to the registry in every generated function is what the compiler would spend most of
/// its time on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(pub(crate) u64);

/// The codes that the wrapper gives itself (L21), as places in the table.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// A panic, a timeout or a bug.
    pub crash: u16,
    /// A reply that held a host path.
    pub leak: u16,
    /// Too many calls at once.
    pub overload: u16,
    /// Arguments that do not fit.
    pub bad_arguments: u16,
}

impl Registry {
    /// For generated code.
    #[doc(hidden)]
    pub const fn new(
        codes: &'static [&'static str],
        messages: &'static [&'static str],
        notes: &'static [&'static str],
        lookup: &'static [u16],
        roles: Roles,
        fingerprint: u64,
    ) -> Self {
        Self { codes, messages, notes, lookup, roles, fingerprint }
    }

    /// The code at a place, if it is a place in this registry.
    #[inline]
    pub(crate) fn code_at(&'static self, place: Place) -> Option<Code> {
        let index = (place.0 & 0xffff) as u16;
        let is_ours = place.0 ^ u64::from(index) == self.fingerprint && usize::from(index) < self.codes.len();
        is_ours.then_some(Code { registry: self, index })
    }

    /// Every code, sorted.
    pub fn codes(&'static self) -> impl ExactSizeIterator<Item = Code> {
        (0..self.codes.len()).map(move |index| self.code(index))
    }

    /// Finds a code by its text.
    pub fn find(&'static self, text: &str) -> Option<Code> {
        let mut slot = hash(text.as_bytes()) as usize;
        loop {
            slot &= self.lookup.len() - 1;
            // An empty slot ends the search; the table is never full.
            let index = self.lookup[slot].checked_sub(1)?;
            if self.codes[usize::from(index)] == text {
                return Some(Code { registry: self, index });
            }
            slot += 1;
        }
    }

    /// Finds a code by its message key. Slow: for people, not for branching.
    pub fn find_key(&'static self, key: &str) -> Option<Code> {
        self.codes().find(|code| code.entry().key == key)
    }

    pub(crate) fn roles(&self) -> Roles {
        self.roles
    }

    pub(crate) fn code(&'static self, index: usize) -> Code {
        // A registry has at most 65,535 codes: the macro numbers them with u16.
        Code { registry: self, index: u16::try_from(index).unwrap_or(u16::MAX) }
    }

    fn message(&self, index: u16) -> &'static str {
        self.messages[usize::from(index)]
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Registry({} codes)", self.codes.len())
    }
}

/// A registered code. It is a place in the program's registry: an unregistered one has no value.
#[derive(Clone, Copy)]
pub struct Code {
    registry: &'static Registry,
    index: u16,
}

impl Code {
    #[inline]
    pub(crate) const fn at(registry: &'static Registry, index: u16) -> Self {
        Self { registry, index }
    }

    /// The text, `LAYER-AREA-TYPE-NNN`: a look-up in a table.
    #[inline]
    pub fn as_str(self) -> &'static str {
        self.registry.codes[usize::from(self.index)]
    }

    /// Who decides it.
    pub fn layer(self) -> LayerName {
        match self.as_str().as_bytes() {
            [b'W', ..] => LayerName::World,
            [b'E', ..] => LayerName::Enforcement,
            [b'C', ..] => LayerName::Contracts,
            _ => LayerName::Infrastructure,
        }
    }

    /// What it is about.
    pub fn area(self) -> &'static str {
        self.as_str().split('-').nth(1).unwrap_or_default()
    }

    /// What it means.
    #[inline]
    pub fn reply_type(self) -> ReplyType {
        // The registry checked the shape (L01): the letter is the fifth byte from the end.
        match self.as_str().as_bytes() {
            [.., b'S', b'-', _, _, _] => ReplyType::S,
            [.., b'I', b'-', _, _, _] => ReplyType::I,
            [.., b'D', b'-', _, _, _] => ReplyType::D,
            _ => ReplyType::E,
        }
    }

    /// Everything the registry says of it.
    pub fn entry(self) -> Entry {
        Entry::read(self)
    }

    /// The message with numbered placeholders; empty where there is none. For the wrapper alone (L24).
    pub(crate) fn numbered_message(self) -> &'static str {
        self.registry.message(self.index)
    }

    /// Everything about it but code and message, one text; see [`Entry`].
    pub(crate) fn note(self) -> &'static str {
        self.registry.notes[usize::from(self.index)]
    }

    /// The message key: the first part of the notes.
    pub(crate) fn key(self) -> &'static str {
        self.note().split(FIELD).next().unwrap_or_default()
    }

    /// The parameters' names, from the second part of the notes.
    pub(crate) fn param_names(self) -> impl Iterator<Item = &'static str> {
        let params = self.note().split(FIELD).nth(1).unwrap_or_default();
        params.split_terminator(' ').map(|param| param.split(':').next().unwrap_or_default())
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.registry, other.registry)
    }
}

impl Eq for Code {}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
