//! What may be sent to an agent, as a trait (L49).

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::codes::code_ref::CodeRef;
use crate::data::address::Address;
use crate::data::route::{Route, WebAddress};
use crate::data::text::Text;
use crate::data::word::{ArgumentProblem, FieldName, Id, Verbatim, Word};
use crate::data::writer::{DataWriter, ObjectWriter};
use crate::envelope::schema::Schemas;

/// Data that an agent may see.
///
/// Derive it: on a struct whose fields are all reply data, or on an enum of plain words. Numbers, flags, [`Text`], [`Address`],
/// [`CodeRef`], [`Word`], [`Id`], [`ArgumentProblem`], [`Verbatim`], and options, lists and maps of them implement it. A bare
/// string, a path, an I/O error and raw JSON do not, because they were not checked.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not reply data: use `Text`, `Address`, `BTreeMap<Text, _>`, or a type that derives `ReplyData`",
    label = "not agent-safe",
    note = "an agent sees nothing that nobody has looked at: text goes in as `Text` (checked when made), a place as `Address`, a \
            word of a closed set as an enum; paths, bare strings, I/O errors and raw JSON stay inside"
)]
pub trait ReplyData {
    /// Writes it as JSON.
    fn write(&self, out: &mut DataWriter);

    /// Its JSON Schema.
    fn schema(schemas: &mut Schemas) -> Value;
}

/// Reply data that is an object: the data of a success.
///
/// It writes fields only; the builder opens and closes the object. So the data of a success is always an object, whatever an
/// implementation does (L13).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the data of a reply: put it into a struct that derives `ReplyData`",
    label = "not an object",
    note = "the data of a success is an object, with names that an agent reads; where there is nothing to tell it is `&NoData`"
)]
pub trait ReplyObject: ReplyData {
    /// Writes the fields.
    fn write_fields(&self, object: &mut ObjectWriter<'_>);
}

macro_rules! numbers {
    ($($ty:ty => $method:ident, $schema:tt);+) => {$(
        impl ReplyData for $ty {
            #[inline]
            fn write(&self, out: &mut DataWriter) { out.$method((*self).into()); }
            fn schema(_: &mut Schemas) -> Value { json!($schema) }
        }
    )+};
}
numbers!(
    u8 => count, { "type": "integer", "minimum": 0 };
    u16 => count, { "type": "integer", "minimum": 0 };
    u32 => count, { "type": "integer", "minimum": 0 };
    u64 => count, { "type": "integer", "minimum": 0 };
    i8 => number, { "type": "integer" };
    i16 => number, { "type": "integer" };
    i32 => number, { "type": "integer" };
    i64 => number, { "type": "integer" };
    f32 => fraction, { "anyOf": [{ "type": "number" }, { "type": "null" }] };
    f64 => fraction, { "anyOf": [{ "type": "number" }, { "type": "null" }] };
    bool => flag, { "type": "boolean" }
);

impl ReplyData for usize {
    fn write(&self, out: &mut DataWriter) {
        out.count(*self as u64);
    }

    fn schema(_: &mut Schemas) -> Value {
        json!({ "type": "integer", "minimum": 0 })
    }
}

macro_rules! written_as_text {
    ($($ty:ty => $method:ident |$value:ident| $text:expr);+) => {$(
        impl ReplyData for $ty {
            #[inline]
            fn write(&self, out: &mut DataWriter) {
                let $value = self;
                out.$method($text);
            }
            fn schema(_: &mut Schemas) -> Value { json!({ "type": "string" }) }
        }
    )+};
}
written_as_text!(
    Text => text |text| text;
    Address => safe |address| address.as_str();
    Word => safe |word| word.as_str();
    Id => safe |id| &id.to_string();
    Verbatim => safe |content| content.as_str();
    CodeRef => code |code| *code;
    Route => searched |route| route.as_str();
    WebAddress => searched |url| url.as_str()
);

impl ReplyData for ArgumentProblem {
    fn write(&self, out: &mut DataWriter) {
        out.object_of(self);
    }

    fn schema(schemas: &mut Schemas) -> Value {
        schemas.define::<Self>("ArgumentProblem", |_| {
            json!({
                "type": "object",
                "properties": {
                    "field": { "type": "string" }, "problem": { "type": "string" }, "expected": { "type": "string" }
                },
                "required": ["field", "problem", "expected"],
                "additionalProperties": false
            })
        })
    }
}

impl ReplyObject for ArgumentProblem {
    fn write_fields(&self, object: &mut ObjectWriter<'_>) {
        object.field(const { FieldName::new("field") }, &self.field);
        object.field(const { FieldName::new("problem") }, &self.problem);
        object.field(const { FieldName::new("expected") }, &self.expected);
    }
}

impl<V: ReplyData> ReplyData for Option<V> {
    fn write(&self, out: &mut DataWriter) {
        match self {
            Some(value) => value.write(out),
            None => out.null(),
        }
    }

    fn schema(schemas: &mut Schemas) -> Value {
        // Two branches and not two types: some clients support one type at a time.
        json!({ "anyOf": [V::schema(schemas), { "type": "null" }] })
    }
}

impl<V: ReplyData> ReplyData for Vec<V> {
    fn write(&self, out: &mut DataWriter) {
        out.list(self);
    }

    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "array", "items": V::schema(schemas) })
    }
}

impl<V: ReplyData> ReplyData for Box<V> {
    fn write(&self, out: &mut DataWriter) {
        V::write(self, out);
    }

    fn schema(schemas: &mut Schemas) -> Value {
        V::schema(schemas)
    }
}

impl<V: ReplyData> ReplyData for BTreeMap<Text, V> {
    fn write(&self, out: &mut DataWriter) {
        out.object_of(self);
    }

    fn schema(schemas: &mut Schemas) -> Value {
        json!({ "type": "object", "additionalProperties": V::schema(schemas) })
    }
}

impl<V: ReplyData> ReplyObject for BTreeMap<Text, V> {
    fn write_fields(&self, object: &mut ObjectWriter<'_>) {
        for (name, value) in self {
            object.entry(name, value);
        }
    }
}

/// No data: `{}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoData;

impl ReplyData for NoData {
    fn write(&self, out: &mut DataWriter) {
        out.object_of(self);
    }

    fn schema(_: &mut Schemas) -> Value {
        json!({ "type": "object", "additionalProperties": false })
    }
}

impl ReplyObject for NoData {
    fn write_fields(&self, _: &mut ObjectWriter<'_>) {}
}
