//! The one way out: data becomes JSON through a writer that takes agent-safe values and nothing else (L49, L80).

use std::sync::Arc;

use crate::data::ReplyData;
use crate::text::{LeakSite, Text};
use crate::value::Value;

/// Writes reply data as JSON, and notices leaks on the way.
///
/// Its methods are the whole vocabulary of reply data. There is none for a bare string, so no implementation of
/// [`ReplyData`], derived or not, can put one on the wire.
#[derive(Debug, Default)]
pub struct DataWriter {
    json: String,
    /// The path of the field being written, kept only to say where a leak was.
    path: Vec<&'static str>,
    leak: Option<Leak>,
}

/// A host path that almost got out.
#[derive(Debug)]
pub(crate) struct Leak {
    /// The field, as a dotted path.
    pub(crate) field: String,
    pub(crate) site: Arc<LeakSite>,
}

impl DataWriter {
    pub(crate) fn finish(self) -> (String, Option<Leak>) {
        (self.json, self.leak)
    }

    /// Writes free text.
    pub fn text(&mut self, text: &Text) {
        self.note(text);
        push_string(&mut self.json, text.as_str());
    }

    /// Writes an unsigned number.
    pub fn count(&mut self, number: u64) {
        self.json.push_str(itoa::Buffer::new().format(number));
    }

    /// Writes a signed number.
    pub fn number(&mut self, number: i64) {
        self.json.push_str(itoa::Buffer::new().format(number));
    }

    /// Writes a fraction; one that is no number is null.
    pub fn fraction(&mut self, number: f64) {
        if number.is_finite() { self.json.push_str(&number.to_string()) } else { self.null() }
    }

    /// Writes yes or no.
    pub fn flag(&mut self, flag: bool) {
        self.json.push_str(if flag { "true" } else { "false" });
    }

    /// Writes nothing.
    pub fn null(&mut self) {
        self.json.push_str("null");
    }

    /// Writes a list.
    pub fn list<'v, V: ReplyData + 'v>(&mut self, values: impl IntoIterator<Item = &'v V>) {
        self.json.push('[');
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.json.push(',');
            }
            value.write(self);
        }
        self.json.push(']');
    }

    pub(crate) fn values(&mut self, values: &[Value]) {
        self.json.push('[');
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.json.push(',');
            }
            value.write(self);
        }
        self.json.push(']');
    }

    /// Writes an object; its fields are written through what it returns.
    pub fn object(&mut self) -> ObjectWriter<'_> {
        self.json.push('{');
        ObjectWriter { writer: self, is_first: true }
    }

    /// For the types of this crate, whose text cannot hold a host path by construction.
    pub(crate) fn safe(&mut self, text: &str) {
        push_string(&mut self.json, text);
    }

    fn note(&mut self, text: &Text) {
        if let (Some(site), None) = (text.leak(), &self.leak) {
            self.leak = Some(Leak { field: self.path.join("."), site: Arc::clone(site) });
        }
    }
}

/// Writes the fields of one object, then [`ObjectWriter::end`]s it.
#[derive(Debug)]
pub struct ObjectWriter<'w> {
    writer: &'w mut DataWriter,
    is_first: bool,
}

impl ObjectWriter<'_> {
    /// Writes a field. Names are literals of the program.
    pub fn field<V: ReplyData>(&mut self, name: &'static str, value: &V) {
        self.separate();
        push_string(&mut self.writer.json, name);
        self.writer.json.push(':');
        self.writer.path.push(name);
        value.write(self.writer);
        self.writer.path.pop();
    }

    /// Writes a field whose name is data, and so is checked like data.
    pub fn entry(&mut self, name: &Text, value: &impl ReplyData) {
        self.separate();
        self.writer.path.push("(key)");
        self.writer.text(name);
        self.writer.json.push(':');
        value.write(self.writer);
        self.writer.path.pop();
    }

    /// Writes a parameter under its declared name.
    pub(crate) fn param(&mut self, name: &'static str, value: &Value) {
        self.separate();
        push_string(&mut self.writer.json, name);
        self.writer.json.push(':');
        self.writer.path.push(name);
        value.write(self.writer);
        self.writer.path.pop();
    }

    /// Closes the object.
    pub fn end(self) {
        self.writer.json.push('}');
    }

    fn separate(&mut self) {
        if !std::mem::replace(&mut self.is_first, false) {
            self.writer.json.push(',');
        }
    }
}

/// Writes a JSON string. Most text needs no escape and is copied in one piece.
pub(crate) fn push_string(json: &mut String, text: &str) {
    json.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\')) {
        json.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => json.push_str("\\\""),
            b'\\' => json.push_str("\\\\"),
            b'\n' => json.push_str("\\n"),
            b'\r' => json.push_str("\\r"),
            b'\t' => json.push_str("\\t"),
            byte => {
                json.push_str("\\u00");
                json.extend([hex_digit(byte >> 4), hex_digit(byte & 15)]);
            }
        }
        rest = &rest[at + 1..];
    }
    json.push_str(rest);
    json.push('"');
}

fn hex_digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).unwrap_or('0')
}
