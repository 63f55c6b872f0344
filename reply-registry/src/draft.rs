//! What a person wrote: every field as text, with its place, before any rule is applied.

use std::ops::Range;

use crate::{AddressForms, ParamType};

/// A value and the bytes of the file it was read from.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) at: Range<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) layers: Vec<DraftLayer>,
    /// Where the `[layers]` section is, if there is one.
    pub(crate) layers_at: Option<Range<usize>>,
    pub(crate) areas: Vec<(Located<String>, Located<String>)>,
    /// Names that look like areas and are something else, with what they are.
    pub(crate) forbidden_areas: Vec<(Located<String>, Located<String>)>,
    pub(crate) gate: Option<Located<String>>,
    pub(crate) addresses: AddressForms<Vec<Located<String>>>,
    /// Where the `[addresses]` section is, if there is one.
    pub(crate) addresses_at: Option<Range<usize>>,
    pub(crate) revisions: Vec<DraftRevision>,
    pub(crate) roles: Vec<(Located<String>, Located<String>)>,
    pub(crate) roles_at: Option<Range<usize>>,
    pub(crate) entries: Vec<DraftEntry>,
    /// Whether something is called `reply`, readable or not.
    pub(crate) has_reply: bool,
}

#[derive(Debug)]
pub(crate) struct DraftLayer {
    pub(crate) name: Located<String>,
    pub(crate) owner: Option<Located<String>>,
    pub(crate) types: Option<Located<Vec<Located<String>>>>,
    /// Whether it may hand out file content as it is.
    pub(crate) verbatim: bool,
}

#[derive(Debug)]
pub(crate) struct DraftRevision {
    pub(crate) at: Range<usize>,
    pub(crate) since: Option<Located<String>>,
    pub(crate) because: Option<Located<String>>,
}

#[derive(Debug, Default)]
pub(crate) struct DraftEntry {
    /// The entry's header.
    pub(crate) at: Range<usize>,
    /// The fields that stand there, readable or not: what is reported as unreadable is not reported as missing.
    pub(crate) written: Vec<&'static str>,
    pub(crate) code: Option<Located<String>>,
    pub(crate) key: Option<Located<String>>,
    pub(crate) message: Option<Located<String>>,
    pub(crate) params: Vec<DraftParam>,
    pub(crate) summary: Option<Located<String>>,
    pub(crate) explain: Option<Located<String>>,
    pub(crate) since: Option<Located<String>>,
    pub(crate) reserved: Option<Located<String>>,
    pub(crate) retired: Option<Located<DraftTombstone>>,
}

#[derive(Debug)]
pub(crate) struct DraftParam {
    pub(crate) name: Located<String>,
    /// Nothing when what was written is not a parameter type; that has been reported.
    pub(crate) ty: Option<Located<ParamType>>,
}

#[derive(Debug, Default)]
pub(crate) struct DraftTombstone {
    pub(crate) since: Option<Located<String>>,
    pub(crate) because: Option<Located<String>>,
    pub(crate) instead: Option<Located<String>>,
}

impl DraftEntry {
    /// What to call the entry in a message: its code, else its key, else what it is.
    pub(crate) fn name(&self) -> &str {
        let named = self.code.as_ref().or(self.key.as_ref());
        named.map_or("this reply", |name| name.value.as_str())
    }

    /// Where to point when a field is missing.
    pub(crate) fn anchor(&self) -> &Range<usize> {
        self.code.as_ref().map_or(&self.at, |code| &code.at)
    }
}
