//! A registry that keeps every rule: what the macro expands and the command line shows.

use crate::code::Code;
use crate::law::{Layer, Role};
use crate::param::Param;
use crate::template::Template;

/// A whole, valid registry.
#[derive(Clone, Debug)]
pub struct Registry {
    /// The layers as the registry describes them, in the order of [`Layer::ALL`].
    pub layers: Vec<LayerNote>,
    /// The areas with their meanings, in the order of the file.
    pub areas: Vec<Area>,
    /// Which code plays which part of the wrapper, in the order of [`Role::ALL`].
    pub roles: Vec<(Role, Code)>,
    /// Every entry, in the order of the file.
    pub entries: Vec<Entry>,
}

impl Registry {
    /// The entry of a code.
    pub fn entry(&self, code: &Code) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.code == *code)
    }
}

/// What the registry says of a layer, for its readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerNote {
    /// The layer.
    pub layer: Layer,
    /// Who speaks for it in this project.
    pub owner: String,
}

/// A functional domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name, as in a code.
    pub name: String,
    /// What it is about.
    pub meaning: String,
}

/// One code with everything the registry knows about it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The code.
    pub code: Code,
    /// The message key, unique in the registry.
    pub key: String,
    /// The message; a success may have none.
    pub message: Option<Template>,
    /// The parameters, in the order of the file.
    pub params: Vec<Param>,
    /// One line for lists.
    pub summary: String,
    /// The long explanation, in Markdown.
    pub explain: String,
    /// The version that first had it.
    pub since: String,
    /// Whether it can be used.
    pub status: Status,
    /// The byte of the file at which the entry starts.
    pub offset: usize,
}

impl Entry {
    /// The name of the generated type: the key in camel case.
    ///
    /// ```
    /// assert_eq!(reply_registry::type_name("PATH_NOT_FOUND"), "PathNotFound");
    /// ```
    pub fn type_name(&self) -> String {
        type_name(&self.key)
    }
}

/// The Rust type that a key becomes.
pub fn type_name(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    for word in key.split('_') {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.extend(letters.map(|letter| letter.to_ascii_lowercase()));
    }
    name
}

/// Whether a code can be used (L09).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It can be constructed.
    Active,
    /// The architecture names it; nothing constructs it yet.
    Reserved {
        /// What it waits for.
        because: String,
    },
    /// A tombstone: nothing can construct it, and its number is never used again.
    Retired(Tombstone),
}

impl Status {
    /// The word for it, in lists and filters.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Reserved { .. } => "reserved",
            Self::Retired(_) => "retired",
        }
    }
}

/// Why a code is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tombstone {
    /// The version that retired it.
    pub since: String,
    /// Why.
    pub because: String,
    /// The code to use now, if there is one.
    pub instead: Option<Code>,
}
