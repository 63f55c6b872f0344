//! The one way out: data becomes JSON through a writer that takes agent-safe values and nothing else (L49, L80).

use std::sync::Arc;

use crate::data::ReplyData;
use crate::text::{LeakSite, Text};
use crate::value::Value;

/// Writes reply data as JSON, and notices leaks on the way.
///
/// Its methods are the whole vocabulary of reply data. There is none for a bare string, so no implementation of
/// [`ReplyData`], derived or not, can put one on the wire.
#[derive(Debug)]
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
    /// Goes on behind what is there, so that data is written once, in its place in the envelope.
    pub(crate) fn behind(json: String) -> Self {
        Self { json, path: Vec::new(), leak: None }
    }

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
#[inline]
pub(crate) fn push_string(json: &mut String, text: &str) {
    json.push('"');
    match first_escape(text.as_bytes()) {
        None => json.push_str(text),
        Some(at) => push_escaped(json, text, at),
    }
    json.push('"');
}

#[cold]
fn push_escaped(json: &mut String, text: &str, first: usize) {
    let mut rest = text;
    let mut next = Some(first);
    while let Some(at) = next {
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
        next = first_escape(rest.as_bytes());
    }
    json.push_str(rest);
}

/// The first byte that JSON wants escaped, eight bytes at a time.
#[inline]
fn first_escape(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES * 0x80;
    // Sets the high bit of the lowest byte below `limit`; higher bytes may be set in error, so only the lowest counts.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word & HIGHS;
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (index, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        let quote = below(word ^ (ONES * u64::from(b'"')), 1);
        let backslash = below(word ^ (ONES * u64::from(b'\\')), 1);
        let found = below(word, 0x20) | quote | backslash;
        if found != 0 {
            return Some(index * 8 + found.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\'))?;
    Some(chunks.len() * 8 + at)
}

fn hex_digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).unwrap_or('0')
}
