//! The one way out: data becomes JSON through a writer that takes agent-safe values only (L49, L80).

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Map, Value as Json};

use crate::codes::code_ref::CodeRef;
use crate::codes::start::started;
use crate::data::echo::Echoes;
use crate::data::reply_data::{ReplyData, ReplyObject};
use crate::data::text::{LeakSite, Text};
use crate::data::value::ParamValue;
use crate::data::word::{FieldName, Letters, is_name};
use crate::leak::{HostPathKind, find_leak};

/// The most bytes of text in the data of a reply (L100). Tools keep their answers far below; a longer reply is a bug, and
/// becomes the registry's crash code.
pub const MAX_DATA: usize = 8 * 1024 * 1024;

/// The maximum nesting depth: a type that contains itself must not exhaust the stack.
pub const MAX_DEPTH: usize = 64;

/// The overhead of a value besides its text.
const VALUE_COST: usize = 4;

/// Builds reply data as JSON, and detects leaks while it writes.
///
/// Its methods are the whole vocabulary of reply data. There is none for a bare string, so no implementation of [`ReplyData`],
/// derived or not, can send one.
#[derive(Debug)]
pub struct DataWriter {
    json: Json,
    /// How many bytes of text were written.
    size: usize,
    /// The path of the current field, kept only to report where a problem was.
    path: Vec<&'static str>,
    depth: usize,
    flaw: Option<DataProblem>,
    /// The agent's input, which is not a leak; empty until a leak is found.
    echoes: Echoes,
}

/// Why the data cannot be sent.
#[derive(Debug)]
pub(crate) enum DataProblem {
    /// It contains a host path.
    Leak(Leak),
    /// It is too long or too deep; the rest was not written. The field, as a dotted path.
    TooLarge(String),
    /// It contains a code of another registry. The field, as a dotted path.
    ForeignCode(String),
}

/// A host path in the data.
#[derive(Debug)]
pub(crate) struct Leak {
    /// The field, as a dotted path.
    pub(crate) field: String,
    pub(crate) kind: HostPathKind,
    /// Where the text was created, if it was free text.
    pub(crate) site: Option<Arc<LeakSite>>,
}

impl DataWriter {
    pub(crate) fn new() -> Self {
        Self::with_echoes(Echoes::default())
    }

    pub(crate) fn with_echoes(echoes: Echoes) -> Self {
        Self { json: Json::Null, size: 0, path: Vec::new(), depth: 0, flaw: None, echoes }
    }

    pub(crate) fn flaw(&self) -> Option<&DataProblem> {
        self.flaw.as_ref()
    }

    pub(crate) fn finish(self) -> Result<Json, DataProblem> {
        // Data that cannot be sent is not kept either.
        self.flaw.map_or(Ok(self.json), Err)
    }

    /// Writes free text.
    pub fn text(&mut self, text: &Text) {
        let checked = self.checked_text(text);
        self.safe(&checked);
    }

    /// The text to send; records a problem if it contains a host path that the agent did not send.
    fn checked_text<'t>(&mut self, text: &'t Text) -> Cow<'t, str> {
        if let Some(site) = text.leak() {
            if let Some(rest) = text.without(&self.echoes) {
                return rest.into();
            }
            self.leak(site.found.kind, Some(Arc::clone(site)));
        }
        text.as_str().into()
    }

    /// For types of this crate that contain slashes: they are scanned when written, at the registry's level.
    pub(crate) fn searched(&mut self, text: &str) {
        match find_leak(text) {
            None => self.safe(text),
            Some(found) => match self.echoes.without(text) {
                Some(rest) => self.safe(&rest),
                None => self.leak(found.kind, None),
            },
        }
    }

    fn leak(&mut self, kind: HostPathKind, site: Option<Arc<LeakSite>>) {
        let field = || self.path.join(".");
        if self.flaw.is_none() {
            self.flaw = Some(DataProblem::Leak(Leak { field: field(), kind, site }));
        }
    }

    /// Writes an object with the fields that the data writes.
    pub fn object_of(&mut self, data: &impl ReplyObject) {
        let mut object = self.object();
        data.write_fields(&mut object);
        object.end();
    }

    /// Writes an unsigned number.
    pub fn count(&mut self, number: u64) {
        self.set(number);
    }

    /// Writes a signed number.
    pub fn number(&mut self, number: i64) {
        self.set(number);
    }

    /// Writes a fraction; one that is not finite is null.
    pub fn fraction(&mut self, number: f64) {
        self.set(number);
    }

    /// Writes yes or no.
    pub fn flag(&mut self, flag: bool) {
        self.set(flag);
    }

    /// Writes null.
    pub fn null(&mut self) {
        self.set(Json::Null);
    }

    /// Writes a list.
    pub fn list<'v, V: ReplyData + 'v>(&mut self, values: impl IntoIterator<Item = &'v V>) {
        self.items(values, V::write);
    }

    pub(crate) fn values(&mut self, values: &[ParamValue]) {
        self.items(values, ParamValue::write);
    }

    fn items<T>(&mut self, values: impl IntoIterator<Item = T>, write: impl Fn(T, &mut Self)) {
        if !self.enter() {
            return;
        }
        let values = values.into_iter();
        let mut items = Vec::with_capacity(values.size_hint().0);
        for value in values {
            if self.flaw.is_some() {
                break;
            }
            write(value, self);
            items.push(self.json.take());
        }
        self.depth -= 1;
        self.json = Json::Array(items);
    }

    /// Writes an object; its fields are written through what it returns.
    pub fn object(&mut self) -> ObjectWriter<'_> {
        let is_entered = self.enter();
        ObjectWriter { writer: self, fields: Map::new(), is_entered }
    }

    /// For types of this crate whose text cannot contain a host path by construction.
    pub(crate) fn safe(&mut self, text: &str) {
        if self.has_room(text.len()) {
            self.json = text.into();
        }
    }

    /// Writes a code of the program's registry: an agent learns of no other (L23). One with other characters than a name's is
    /// withheld.
    pub(crate) fn code(&mut self, code: CodeRef) {
        if started().is_some_and(|registry| !code.is_of(registry)) {
            let field = self.path.join(".");
            self.flaw.get_or_insert(DataProblem::ForeignCode(field));
        } else if is_name(code.as_str(), Letters::Both) {
            self.safe(code.as_str());
        } else {
            self.leak(HostPathKind::Rooted, None);
        }
    }

    fn set(&mut self, value: impl Into<Json>) {
        if self.has_room(0) {
            self.json = value.into();
        }
    }

    /// Goes one level deeper, unless that is too deep.
    fn enter(&mut self) -> bool {
        let is_entered = self.depth < MAX_DEPTH && self.has_room(0);
        if is_entered {
            self.depth += 1;
        } else {
            self.stop();
        }
        is_entered
    }

    /// Whether this many more bytes fit; reserves them.
    fn has_room(&mut self, bytes: usize) -> bool {
        self.size += bytes + VALUE_COST;
        let has_room = self.size <= MAX_DATA;
        if !has_room {
            self.stop();
        }
        has_room
    }

    #[cold]
    fn stop(&mut self) {
        let field = self.path.join(".");
        self.flaw.get_or_insert(DataProblem::TooLarge(field));
    }
}

/// Writes the fields of one object, then [`ObjectWriter::end`]s it.
#[derive(Debug)]
pub struct ObjectWriter<'w> {
    writer: &'w mut DataWriter,
    fields: Map<String, Json>,
    /// False if the object is too deep: then nothing of it is written.
    is_entered: bool,
}

impl ObjectWriter<'_> {
    /// Writes a field.
    #[inline]
    pub fn field<V: ReplyData>(&mut self, name: FieldName, value: &V) {
        self.under(name.as_str(), name.as_str().to_owned(), |out| value.write(out));
    }

    /// Writes a field whose name is data, and so is checked like data.
    pub fn entry(&mut self, name: &Text, value: &impl ReplyData) {
        self.writer.path.push("(key)");
        let name = self.writer.checked_text(name).into_owned();
        self.writer.path.pop();
        self.under("(entry)", name, |out| value.write(out));
    }

    /// Writes a parameter under its declared name, and how many values of a long list are not in it.
    pub(crate) fn param(&mut self, name: &'static str, value: &ParamValue) {
        self.under(name, name.to_owned(), |out| value.write(out));
        if let more @ 1.. = value.more() {
            self.fields.insert([name, "_more"].concat(), more.into());
        }
    }

    /// Closes the object.
    pub fn end(self) {
        if self.is_entered {
            self.writer.json = Json::Object(self.fields);
            self.writer.depth -= 1;
        }
    }

    fn under(&mut self, at: &'static str, name: String, write: impl FnOnce(&mut DataWriter)) {
        // An object that is too deep is a flaw too.
        if self.writer.flaw.is_some() {
            return;
        }
        self.writer.size += name.len();
        self.writer.path.push(at);
        write(self.writer);
        self.writer.path.pop();
        self.fields.insert(name, self.writer.json.take());
    }
}

#[cfg(test)]
mod tests;
