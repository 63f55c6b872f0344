//! The registry at run time: typed static tables, made by the macro, and codes as rows of them.

use std::any::TypeId;
use std::fmt;

use reply_vocabulary::{GateLevel, ParamType, ReplyType};

use crate::data::word::{Letters, is_name};

/// Every code of a program, with what the registry says of it. Only the macro of `reply-macros` makes one.
#[derive(Debug)]
pub struct CodeTable {
    layers: &'static [LayerEntry],
    areas: &'static [AreaEntry],
    /// Sorted by code.
    entries: &'static [Entry],
    roles: Roles,
    gate: GateLevel,
    /// The type of the seal with which the macro's output proves that it made an answer (L05).
    seal: TypeId,
}

/// A layer as the registry declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerEntry {
    /// The name, as in a code.
    pub name: &'static str,
    /// Who speaks for it.
    pub owner: &'static str,
    /// What it may answer.
    pub types: &'static [ReplyType],
}

/// An area as the registry declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaEntry {
    /// The name, as in a code.
    pub name: &'static str,
    /// What decisions it is about.
    pub meaning: &'static str,
}

/// What the registry says of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code, `LAYER-AREA-TYPE-NNN`.
    pub code: &'static str,
    /// Who decides it.
    pub layer: &'static str,
    /// What it is about.
    pub area: &'static str,
    /// What it means.
    pub reply_type: ReplyType,
    /// The message key.
    pub key: &'static str,
    /// The template with its named placeholders. A template is not a message: only the wrapper renders one (L24).
    pub template: Option<&'static str>,
    /// The template taken apart.
    pub pieces: &'static [Piece],
    /// The parameters, in the order of the registry.
    pub params: &'static [Param],
    /// Whether it can be constructed.
    pub status: Status,
    /// The version that first had it.
    pub since: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The long explanation, in Markdown.
    pub explain: &'static str,
}

/// A piece of a message.
pub type Piece = reply_vocabulary::Piece<&'static str>;

/// A parameter of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The name, as in the placeholder and in `data`.
    pub name: &'static str,
    /// What it may hold.
    pub ty: ParamType,
}

/// Whether a code can be constructed.
pub type Status = reply_vocabulary::Status<&'static str>;

/// The codes that the wrapper gives itself (L21), as rows of the table.
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

impl CodeTable {
    /// For generated code.
    #[doc(hidden)]
    pub const fn new<S: 'static>(
        _seal: &S,
        layers: &'static [LayerEntry],
        areas: &'static [AreaEntry],
        entries: &'static [Entry],
        roles: Roles,
        gate: GateLevel,
    ) -> Self {
        Self { layers, areas, entries, roles, gate, seal: TypeId::of::<S>() }
    }

    /// Whether `S` is the seal of its layers.
    pub(crate) fn is_sealed_with<S: 'static>(&self) -> bool {
        self.seal == TypeId::of::<S>()
    }

    /// The layers, in the order of the registry.
    pub fn layers(&self) -> &'static [LayerEntry] {
        self.layers
    }

    /// The areas, in the order of the registry.
    pub fn areas(&self) -> &'static [AreaEntry] {
        self.areas
    }

    /// What the leak gate looks for.
    pub fn gate(&self) -> GateLevel {
        self.gate
    }

    /// Whether every code, key and parameter is a plain name, which cannot hold a path.
    pub(crate) fn has_plain_names(&self) -> bool {
        let is_plain = |name| is_name(name, Letters::Both);
        let all_plain = |entry: &Entry| entry.params.iter().all(|param| is_plain(param.name));
        self.entries.iter().all(|entry| is_plain(entry.code) && is_plain(entry.key) && all_plain(entry))
    }

    /// Every code, sorted.
    pub fn codes(&'static self) -> impl ExactSizeIterator<Item = CodeRef> {
        let count = u16::try_from(self.entries.len()).unwrap_or(u16::MAX);
        (0..count).map(move |index| self.code(index))
    }

    /// Finds a code by its text.
    pub fn find(&'static self, text: &str) -> Option<CodeRef> {
        let index = self.entries.binary_search_by_key(&text, |entry| entry.code).ok()?;
        u16::try_from(index).ok().map(|index| self.code(index))
    }

    /// Finds a code by its message key. Slow: for people, not for branching.
    pub fn find_key(&'static self, key: &str) -> Option<CodeRef> {
        self.codes().find(|code| code.entry().key == key)
    }

    pub(crate) const fn code(&'static self, index: u16) -> CodeRef {
        CodeRef { registry: self, index }
    }

    pub(crate) fn role(&'static self, role: impl FnOnce(Roles) -> u16) -> CodeRef {
        self.code(role(self.roles))
    }
}

/// A registered code, as a row of the program's registry: an unregistered one has no value.
///
/// It is what a reply carries and what is looked up at run time. To name or match a code in the program, use the generated
/// enums, which turn into this with `into()`.
#[derive(Clone, Copy)]
pub struct CodeRef {
    registry: &'static CodeTable,
    index: u16,
}

impl CodeRef {
    /// For generated code: a row of a registry.
    #[doc(hidden)]
    pub const fn row(registry: &'static CodeTable, index: u16) -> Self {
        Self { registry, index }
    }

    /// The row, for generated code.
    #[doc(hidden)]
    pub const fn index(self) -> u16 {
        self.index
    }

    pub(crate) fn is_of(self, registry: &'static CodeTable) -> bool {
        std::ptr::eq(self.registry, registry)
    }

    /// The text, `LAYER-AREA-TYPE-NNN`.
    #[inline]
    pub fn as_str(self) -> &'static str {
        self.entry().code
    }

    /// The name of the layer that decides it.
    pub fn layer(self) -> &'static str {
        self.entry().layer
    }

    /// What it is about.
    pub fn area(self) -> &'static str {
        self.entry().area
    }

    /// What it means.
    #[inline]
    pub fn reply_type(self) -> ReplyType {
        self.entry().reply_type
    }

    /// Everything the registry says of it.
    #[inline]
    pub fn entry(self) -> &'static Entry {
        &self.registry.entries[usize::from(self.index)]
    }
}

impl PartialEq for CodeRef {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.registry, other.registry)
    }
}

impl Eq for CodeRef {}

impl PartialOrd for CodeRef {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CodeRef {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl std::hash::Hash for CodeRef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for CodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for CodeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not a code of the registry, or not one of the set that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCodeError(());

impl ParseCodeError {
    /// For generated code.
    #[doc(hidden)]
    pub fn new() -> Self {
        Self(())
    }
}

impl fmt::Display for ParseCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a registered code of this set")
    }
}

impl std::error::Error for ParseCodeError {}

/// What a generated enum of codes can do. Its variants are rows of the registry.
#[doc(hidden)]
#[macro_export]
macro_rules! code_enum {
    ($name:ident, $registry:path) => {
        impl $name {
            /// The code, `LAYER-AREA-TYPE-NNN`.
            pub fn as_str(self) -> &'static str {
                $crate::CodeRef::from(self).as_str()
            }

            /// What the registry says of it.
            pub fn entry(self) -> &'static $crate::Entry {
                $crate::CodeRef::from(self).entry()
            }
        }

        impl ::core::convert::From<$name> for $crate::CodeRef {
            fn from(code: $name) -> Self {
                Self::row(&$registry, code as u16)
            }
        }

        impl ::core::convert::TryFrom<$crate::CodeRef> for $name {
            type Error = $crate::ParseCodeError;
            fn try_from(code: $crate::CodeRef) -> ::core::result::Result<Self, Self::Error> {
                code.as_str().parse()
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::ParseCodeError;
            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                let row = $registry.find(text).ok_or_else($crate::ParseCodeError::new)?.index();
                let found = Self::ALL.binary_search_by_key(&row, |code| *code as u16);
                found.map(|index| Self::ALL[index]).map_err(|_| $crate::ParseCodeError::new())
            }
        }

        impl ::core::cmp::PartialEq<$crate::CodeRef> for $name {
            fn eq(&self, other: &$crate::CodeRef) -> bool {
                $crate::CodeRef::from(*self) == *other
            }
        }

        impl ::core::cmp::PartialEq<$name> for $crate::CodeRef {
            fn eq(&self, other: &$name) -> bool {
                *self == $crate::CodeRef::from(*other)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        $crate::code_serde!($name);
    };
}

/// The code as text, for programs that use serde.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "serde")]
macro_rules! code_serde {
    ($name:ident) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let text = <::std::string::String as $crate::__private::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err($crate::__private::serde::de::Error::custom)
            }
        }
    };
}

/// Without the feature `serde` there is nothing to implement.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "serde"))]
macro_rules! code_serde {
    ($name:ident) => {};
}

#[cfg(test)]
mod tests {
    use reply_vocabulary::Scalar;

    use super::*;

    const PLAIN: Entry = Entry {
        code: "MCP-SYS-E-001",
        layer: "MCP",
        area: "SYS",
        reply_type: ReplyType::E,
        key: "CRASH",
        template: None,
        pieces: &[],
        params: &[],
        status: Status::Active,
        since: "0.1.0",
        summary: "",
        explain: "",
    };

    fn has_plain_names(entry: Entry) -> bool {
        let roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };
        let entries: &'static [Entry] = vec![entry].leak();
        CodeTable::new(&(), &[], &[], entries, roles, GateLevel::Strict).has_plain_names()
    }

    #[test]
    fn l49_a_registry_whose_names_are_no_names_is_known() {
        const PARAM: &[Param] = &[Param { name: "a/b", ty: ParamType::One(Scalar::Text) }];
        assert!(has_plain_names(PLAIN));
        assert!(!has_plain_names(Entry { code: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Entry { key: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Entry { params: PARAM, ..PLAIN }));
    }
}
