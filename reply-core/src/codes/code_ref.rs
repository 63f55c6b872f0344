//! A code as a value: a row of the program's registry.

use std::fmt;

use reply_vocabulary::ReplyType;

use crate::codes::code_table::{CodeTable, Param, Row, Status};
use crate::codes::messages::MessagePart;

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
    use reply_vocabulary::{AddressForms, GateLevel};

    use super::*;
    use crate::codes::code_table::tests::{PLAIN, ROLES};

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
