//! A registry that keeps every rule: what the macro expands and the command line shows.

use crate::code::Code;
use crate::draft::{Draft, Located};
use crate::role::Role;
use crate::{AddressForms, GateLevel, ParamType, ReplyType, Template};

/// A whole, valid registry.
#[derive(Clone, Debug)]
pub struct Registry {
    /// The layers, in the order of the file: who may answer what (L02).
    pub layers: Vec<RegistryLayer>,
    /// The areas with their meanings, in the order of the file.
    pub areas: Vec<Area>,
    /// Names that are not areas, with what they are instead.
    pub forbidden_areas: Vec<Area>,
    /// What the leak gate looks for.
    pub gate: GateLevel,
    /// The addresses that the leak gate lets pass although they look like paths.
    pub addresses: AddressForms<Vec<String>>,
    /// The recorded changes of layers, areas and gate, oldest first.
    pub revisions: Vec<Revision>,
    /// Which code plays which part of the wrapper, in the order of [`Role::ALL`].
    pub roles: Vec<(Role, Code)>,
    /// Every entry, in the order of the file.
    pub entries: Vec<RegistryEntry>,
}

impl Registry {
    /// The entry of a code.
    pub fn entry(&self, code: &Code) -> Option<&RegistryEntry> {
        self.entries.iter().find(|entry| entry.code == *code)
    }

    /// The codes that can be given.
    pub fn active(&self) -> impl Iterator<Item = &RegistryEntry> + Clone {
        self.entries.iter().filter(|entry| entry.status == Status::Active)
    }

    /// The entry of that code or key, as it is written.
    pub fn find(&self, what: &str) -> Option<&RegistryEntry> {
        self.entries.iter().find(|entry| entry.key == what || entry.code.to_string() == what)
    }

    /// The layer of this name.
    pub fn layer(&self, name: &str) -> Option<&RegistryLayer> {
        self.layers.iter().find(|layer| layer.name == name)
    }
}

/// Who decides, and what they may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegistryLayer {
    /// The name, as in a code.
    pub name: String,
    /// The component that owns it.
    pub owner: String,
    /// What it may answer, in the order S, I, D, E.
    pub types: Vec<ReplyType>,
    /// Whether it may hand out file content as it is, which the leak gate does not look at (L49).
    pub verbatim: bool,
}

impl RegistryLayer {
    /// Whether this layer may give a reply of this type.
    pub fn may_answer(&self, reply_type: ReplyType) -> bool {
        self.types.contains(&reply_type)
    }

    /// The letters of its types: `SIE`.
    pub fn letters(&self) -> String {
        self.types.iter().map(|kind| kind.as_str()).collect()
    }
}

/// A recorded change of the architecture: of layers, areas or the leak gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revision {
    /// The version that first has it.
    pub since: String,
    /// Why.
    pub because: String,
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
pub struct RegistryEntry {
    /// The code.
    pub code: Code,
    /// The message key, unique in the registry.
    pub key: String,
    /// The message; a success may have none.
    pub message: Option<Template>,
    /// The parameters, in the order of the file.
    pub params: Vec<RegistryParam>,
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

impl RegistryEntry {
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

/// The generated enum of a layer's codes with one type, which stands beside the module of that type.
pub const fn enum_name(kind: ReplyType) -> &'static str {
    match kind {
        ReplyType::S => "Success",
        ReplyType::I => "Invalid",
        ReplyType::D => "Denied",
        ReplyType::E => "Error",
    }
}

/// A declared parameter of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegistryParam {
    /// The name, as in the placeholder. It becomes a field of the generated type.
    pub name: String,
    /// The type.
    pub ty: ParamType,
}

/// The layers that a draft declares, as far as they can be read.
pub(crate) fn layers_of(draft: &Draft) -> Vec<RegistryLayer> {
    let layer = |written: &crate::draft::DraftLayer| {
        let listed = written.types.iter().flat_map(|types| &types.value).map(|item| item.value.as_str());
        let listed: Vec<&str> = listed.collect();
        RegistryLayer {
            name: written.name.value.clone(),
            owner: written.owner.as_ref().map(|owner| owner.value.clone()).unwrap_or_default(),
            types: ReplyType::ALL.into_iter().filter(|kind| listed.contains(&kind.as_str())).collect(),
            verbatim: written.verbatim,
        }
    };
    draft.layers.iter().map(layer).collect()
}

/// The address forms that a draft declares.
pub(crate) fn addresses_of(draft: &Draft) -> AddressForms<Vec<String>> {
    let words = |list: &Vec<Located<String>>| list.iter().map(|word| word.value.clone()).collect();
    AddressForms::from_lists(draft.addresses.lists().map(words))
}

/// Whether a code can be used (L09).
pub type Status = reply_vocabulary::Status<String, Code>;

/// Why a code is gone.
pub type Tombstone = reply_vocabulary::Tombstone<String, Code>;
