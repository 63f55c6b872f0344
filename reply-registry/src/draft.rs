//! What a person wrote: every field as text, with its place, before any rule is applied.

use std::ops::Range;

use crate::{AddressForms, ParamType};

/// A value and the bytes of the file it was read from.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) at: Range<usize>,
}

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) layers: Vec<DraftLayer>,
    /// Where the `[layers]` section is, if there is one.
    pub(crate) layers_at: Option<Range<usize>>,
    pub(crate) areas: Vec<(At<String>, At<String>)>,
    /// Names that look like areas and are something else, with what they are.
    pub(crate) forbidden_areas: Vec<(At<String>, At<String>)>,
    pub(crate) gate: Option<At<String>>,
    pub(crate) addresses: AddressForms<Vec<At<String>>>,
    /// Where the `[addresses]` section is, if there is one.
    pub(crate) addresses_at: Option<Range<usize>>,
    pub(crate) revisions: Vec<DraftRevision>,
    pub(crate) roles: Vec<(At<String>, At<String>)>,
    pub(crate) roles_at: Option<Range<usize>>,
    pub(crate) entries: Vec<DraftEntry>,
    /// Whether something is called `reply`, readable or not.
    pub(crate) has_reply: bool,
}

#[derive(Debug)]
pub(crate) struct DraftLayer {
    pub(crate) name: At<String>,
    pub(crate) owner: Option<At<String>>,
    pub(crate) types: Option<At<Vec<At<String>>>>,
    /// Whether it may hand out file content as it is.
    pub(crate) verbatim: bool,
}

#[derive(Debug)]
pub(crate) struct DraftRevision {
    pub(crate) at: Range<usize>,
    pub(crate) since: Option<At<String>>,
    pub(crate) because: Option<At<String>>,
}

#[derive(Debug)]
pub(crate) struct DraftEntry {
    /// The entry's header.
    pub(crate) at: Range<usize>,
    /// The fields that stand there, readable or not: what is reported as unreadable is not reported as missing.
    pub(crate) written: Vec<&'static str>,
    pub(crate) code: Option<At<String>>,
    pub(crate) key: Option<At<String>>,
    pub(crate) message: Option<At<String>>,
    pub(crate) params: Vec<DraftParam>,
    pub(crate) summary: Option<At<String>>,
    pub(crate) explain: Option<At<String>>,
    pub(crate) since: Option<At<String>>,
    pub(crate) reserved: Option<At<String>>,
    pub(crate) retired: Option<At<DraftTombstone>>,
}

#[derive(Debug)]
pub(crate) struct DraftParam {
    pub(crate) name: At<String>,
    /// Nothing when what was written is not a parameter type; that has been reported.
    pub(crate) ty: Option<At<ParamType>>,
}

#[derive(Debug)]
pub(crate) struct DraftTombstone {
    pub(crate) since: Option<At<String>>,
    pub(crate) because: Option<At<String>>,
    pub(crate) instead: Option<At<String>>,
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
