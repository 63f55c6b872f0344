//! The registry at run time: typed static tables, made by the macro.

use std::any::TypeId;

use reply_vocabulary::{AddressForms, GateLevel, ParamType, ReplyType};

use crate::codes::code_ref::CodeRef;
use crate::codes::lookup::Lookup;
use crate::codes::messages::Messages;
use crate::data::word::{Letters, is_name};

/// Every code of a program, with what the registry says of it. Only the macro of `reply-macros` makes one.
#[derive(Debug)]
pub struct CodeTable {
    layers: &'static [LayerEntry],
    areas: &'static [AreaEntry],
    /// Sorted by code.
    pub(super) rows: &'static [Row],
    /// The rows that cannot be given, sorted, and why.
    pub(super) gone: &'static [(u16, Status)],
    lookup: Lookup,
    pub(super) messages: Messages,
    roles: Roles,
    gate: GateLevel,
    addresses: StaticForms,
    /// The type of the seal with which the macro's output proves that it made an answer (L05).
    seal: TypeId,
}

/// The address forms of a registry, at run time.
pub(crate) type StaticForms = AddressForms<&'static [&'static str]>;

/// A layer as the registry declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerEntry {
    /// The name, as in a code.
    pub name: &'static str,
    /// The component that owns it.
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

/// A row of the table, for generated code: everything that the registry says about a code and that its text does not.
/// [`CodeEntry`] has all of it.
///
/// A row repeats nothing that another field implies, because rows are what a code costs the compiler.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The code, `LAYER-AREA-TYPE-NNN`.
    pub code: &'static str,
    /// The message key.
    pub key: &'static str,
    /// The template, or empty if there is none.
    pub template: &'static str,
    /// The parameters, in the order of the registry.
    pub params: &'static [Param],
    /// The version that first had it.
    pub since: &'static str,
    /// One line, an empty one, and the long explanation.
    pub docs: &'static str,
}

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
    #[expect(clippy::too_many_arguments, reason = "one for each table of the registry, and nobody writes the call")]
    pub const fn new<S: 'static>(
        _seal: &S,
        layers: &'static [LayerEntry],
        areas: &'static [AreaEntry],
        rows: &'static [Row],
        gone: &'static [(u16, Status)],
        roles: Roles,
        gate: GateLevel,
        addresses: StaticForms,
    ) -> Self {
        let seal = TypeId::of::<S>();
        Self {
            layers,
            areas,
            rows,
            gone,
            lookup: Lookup::new(),
            messages: Messages::new(),
            roles,
            gate,
            addresses,
            seal,
        }
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

    /// The addresses that the leak gate lets pass although they look like paths.
    pub fn addresses(&self) -> &StaticForms {
        &self.addresses
    }

    /// Whether every code, key and parameter is a plain name, which cannot hold a path.
    pub(crate) fn has_plain_names(&self) -> bool {
        let is_plain = |name| is_name(name, Letters::Both);
        let all_plain = |row: &Row| row.params.iter().all(|param| is_plain(param.name));
        self.rows.iter().all(|row| is_plain(row.code) && is_plain(row.key) && all_plain(row))
    }

    /// Every code, sorted.
    pub fn codes(&'static self) -> impl ExactSizeIterator<Item = CodeRef> {
        let count = u16::try_from(self.rows.len()).unwrap_or(u16::MAX);
        (0..count).map(move |index| self.code(index))
    }

    /// Finds a code by its text.
    pub fn find(&'static self, text: &str) -> Option<CodeRef> {
        let index = self.lookup.find(self.rows, text)?;
        u16::try_from(index).ok().map(|index| self.code(index))
    }

    /// Finds a code by its message key. Slow: for people, not for branching.
    pub fn find_key(&'static self, key: &str) -> Option<CodeRef> {
        self.codes().find(|code| code.key() == key)
    }

    pub(crate) const fn code(&'static self, index: u16) -> CodeRef {
        CodeRef::row(self, index)
    }

    pub(crate) fn role(&'static self, role: impl FnOnce(Roles) -> u16) -> CodeRef {
        self.code(role(self.roles))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use reply_vocabulary::Scalar;

    use super::*;

    pub(in crate::codes) const PLAIN: Row = Row {
        code: "MCP-SYS-E-001",
        key: "CRASH",
        template: "",
        params: &[],
        since: "0.1.0",
        docs: "In short.\n\nAt length.\n\nMore.",
    };

    pub(in crate::codes) const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };

    fn has_plain_names(row: Row) -> bool {
        let rows: &'static [Row] = vec![row].leak();
        CodeTable::new(&(), &[], &[], rows, &[], ROLES, GateLevel::Strict, AddressForms::NONE).has_plain_names()
    }

    #[test]
    fn l49_a_registry_whose_names_are_not_plain_is_recognised() {
        const PARAM: &[Param] = &[Param { name: "a/b", ty: ParamType::One(Scalar::Text) }];
        assert!(has_plain_names(PLAIN));
        assert!(!has_plain_names(Row { code: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Row { key: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Row { params: PARAM, ..PLAIN }));
    }
}
