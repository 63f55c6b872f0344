//! The registry at run time: typed static tables, made by the macro, and codes as rows of them.

use std::any::TypeId;
use std::fmt;

use reply_vocabulary::{AddressForms, GateLevel, ParamType, ReplyType};

use crate::codes::lookup::Lookup;
use crate::codes::messages::{MessagePart, Messages};
use crate::data::word::{Letters, is_name};

/// Every code of a program, with what the registry says of it. Only the macro of `reply-macros` makes one.
#[derive(Debug)]
pub struct CodeTable {
    layers: &'static [LayerEntry],
    areas: &'static [AreaEntry],
    /// Sorted by code.
    rows: &'static [Row],
    /// The rows that cannot be given, sorted, and why.
    gone: &'static [(u16, Status)],
    lookup: Lookup,
    messages: Messages,
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

/// What the registry says of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeEntry {
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
        CodeRef { registry: self, index }
    }

    pub(crate) fn role(&'static self, role: impl FnOnce(Roles) -> u16) -> CodeRef {
        self.code(role(self.roles))
    }
}

/// A registered code, as a row of the program's registry: an unregistered one has no value.
///
/// Replies carry it, and it is looked up at run time. To name or match a code in the program, use the generated enums, which
/// convert into this with `into()`.
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
        self.stored().code
    }

    /// The name of the layer that decides it.
    pub fn layer(self) -> &'static str {
        self.part(0)
    }

    /// What it is about.
    pub fn area(self) -> &'static str {
        self.part(1)
    }

    /// What it means.
    #[inline]
    pub fn reply_type(self) -> ReplyType {
        // The letter precedes a hyphen and three digits. A registry with another letter has no table.
        match self.as_str().as_bytes() {
            [.., b'S', _, _, _, _] => ReplyType::S,
            [.., b'I', _, _, _, _] => ReplyType::I,
            [.., b'D', _, _, _, _] => ReplyType::D,
            _ => ReplyType::E,
        }
    }

    /// Everything the registry says of it.
    pub fn entry(self) -> CodeEntry {
        let Row { code, key, template, params, since, docs } = *self.stored();
        let (summary, explain) = docs.split_once("\n\n").unwrap_or((docs, ""));
        CodeEntry {
            code,
            layer: self.layer(),
            area: self.area(),
            reply_type: self.reply_type(),
            key,
            template: Some(template).filter(|template| !template.is_empty()),
            params,
            status: self.status(),
            since,
            summary,
            explain,
        }
    }

    pub(crate) fn key(self) -> &'static str {
        self.stored().key
    }

    /// The parts of the message; empty if there is none.
    pub(crate) fn message(self) -> &'static [MessagePart] {
        self.registry.messages.parts(self.registry.rows, self.index)
    }

    pub(crate) fn params(self) -> &'static [Param] {
        self.stored().params
    }

    pub(crate) fn status(self) -> Status {
        let gone = self.registry.gone;
        gone.binary_search_by_key(&self.index, |(row, _)| *row).map_or(Status::Active, |found| gone[found].1)
    }

    /// A part of the code between its hyphens.
    fn part(self, number: usize) -> &'static str {
        self.as_str().split('-').nth(number).unwrap_or_default()
    }

    #[inline]
    fn stored(self) -> &'static Row {
        &self.registry.rows[usize::from(self.index)]
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

#[cfg(test)]
mod tests {
    use reply_vocabulary::Scalar;

    use super::*;

    const PLAIN: Row = Row {
        code: "MCP-SYS-E-001",
        key: "CRASH",
        template: "",
        params: &[],
        since: "0.1.0",
        docs: "In short.\n\nAt length.\n\nMore.",
    };

    const ROLES: Roles = Roles { crash: 0, leak: 0, overload: 0, bad_arguments: 0 };

    fn has_plain_names(row: Row) -> bool {
        let rows: &'static [Row] = vec![row].leak();
        CodeTable::new(&(), &[], &[], rows, &[], ROLES, GateLevel::Strict, AddressForms::NONE).has_plain_names()
    }

    #[test]
    fn l49_a_registry_whose_names_are_no_names_is_known() {
        const PARAM: &[Param] = &[Param { name: "a/b", ty: ParamType::One(Scalar::Text) }];
        assert!(has_plain_names(PLAIN));
        assert!(!has_plain_names(Row { code: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Row { key: "/home/nate", ..PLAIN }));
        assert!(!has_plain_names(Row { params: PARAM, ..PLAIN }));
    }

    #[test]
    fn what_a_code_says_of_itself_is_read_off_its_text() {
        static TABLE: CodeTable = CodeTable::new(
            &(),
            &[],
            &[],
            &[Row { code: "DESK-CALL-D-007", ..PLAIN }, Row { template: "A {x}.", ..PLAIN }],
            &[(1, Status::Reserved { because: "of that" })],
            ROLES,
            GateLevel::Strict,
            AddressForms::NONE,
        );
        let [denial, reserved] = [0, 1].map(|row| TABLE.code(row).entry());
        assert_eq!((denial.layer, denial.area, denial.reply_type), ("DESK", "CALL", ReplyType::D));
        assert_eq!((denial.template, denial.status), (None, Status::Active));
        assert_eq!((denial.summary, denial.explain), ("In short.", "At length.\n\nMore."));
        assert_eq!((reserved.layer, reserved.area, reserved.reply_type), ("MCP", "SYS", ReplyType::E));
        assert_eq!((reserved.template, reserved.status.word()), (Some("A {x}."), "reserved"));
    }
}
