//! What may be told to an agent, as a trait (L49).

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::address::Address;
use crate::registry::Code;
use crate::text::Text;
use crate::word::{Id, Problem, Verbatim, Word};
use crate::writer::DataWriter;

/// Data that an agent may see.
///
/// Derive it: `#[derive(reply_macros::ReplyData)]` on a struct whose fields are all reply data, or on an enum of plain
/// words. Numbers, flags, [`Text`], [`Address`], [`Code`], [`Word`], [`Id`], [`Problem`], [`Verbatim`], and options, lists
/// and maps of them are. A bare string, a path, an I/O error and raw JSON are not, because nobody has looked at them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not reply data: an agent may not see it (L49)",
    label = "not agent-safe",
    note = "text goes in as `Text` (checked when made), a place as `Address`, a word of a closed set as an enum; \
            paths, bare strings, I/O errors and raw JSON stay inside"
)]
pub trait ReplyData: JsonSchema {
    /// Writes it as JSON.
    fn write(&self, out: &mut DataWriter);
}

macro_rules! numbers {
    ($($ty:ty => $method:ident),+) => {$(
        impl ReplyData for $ty {
            #[inline]
            fn write(&self, out: &mut DataWriter) { out.$method((*self).into()); }
        }
    )+};
}
numbers!(u8 => count, u16 => count, u32 => count, u64 => count, i8 => number, i16 => number, i32 => number, i64 => number,
    f32 => fraction, f64 => fraction, bool => flag);

impl ReplyData for usize {
    fn write(&self, out: &mut DataWriter) {
        out.count(*self as u64);
    }
}

impl ReplyData for Text {
    fn write(&self, out: &mut DataWriter) {
        out.text(self);
    }
}

macro_rules! safe_by_construction {
    ($($ty:ty => |$value:ident| $text:expr, $description:literal);+) => {$(
        impl ReplyData for $ty {
            #[inline]
            fn write(&self, out: &mut DataWriter) {
                let $value = self;
                out.safe($text);
            }
        }
        impl JsonSchema for $ty {
            fn inline_schema() -> bool { true }
            fn schema_name() -> Cow<'static, str> { stringify!($ty).into() }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "description": $description })
            }
        }
    )+};
}
safe_by_construction!(
    Address => |address| address.as_str(), "A canonical address, such as root:game/common/traits.";
    Code => |code| code.as_str(), "A registered reply code, LAYER-AREA-TYPE-NNN.";
    Word => |word| word.as_str(), "A word of a closed set.";
    Id => |id| &id.to_string(), "An opaque identifier.";
    Verbatim => |content| content.as_str(), "File content, verbatim."
);

impl JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl ReplyData for Problem {
    fn write(&self, out: &mut DataWriter) {
        let mut object = out.object();
        object.field("field", &self.field);
        object.field("problem", &self.problem);
        object.field("expected", &self.expected);
        object.end();
    }
}

impl JsonSchema for Problem {
    fn schema_name() -> Cow<'static, str> {
        "Problem".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "field": { "type": "string" }, "problem": { "type": "string" }, "expected": { "type": "string" }
            },
            "required": ["field", "problem", "expected"],
            "additionalProperties": false
        })
    }
}

impl<V: ReplyData> ReplyData for Option<V> {
    fn write(&self, out: &mut DataWriter) {
        match self {
            Some(value) => value.write(out),
            None => out.null(),
        }
    }
}

impl<V: ReplyData> ReplyData for Vec<V> {
    fn write(&self, out: &mut DataWriter) {
        out.list(self);
    }
}

impl<V: ReplyData> ReplyData for Box<V> {
    fn write(&self, out: &mut DataWriter) {
        V::write(self, out);
    }
}

impl<V: ReplyData> ReplyData for BTreeMap<Text, V>
where
    Self: JsonSchema,
{
    fn write(&self, out: &mut DataWriter) {
        let mut object = out.object();
        for (name, value) in self {
            object.entry(name, value);
        }
        object.end();
    }
}

/// No data: `{}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoData;

impl ReplyData for NoData {
    fn write(&self, out: &mut DataWriter) {
        out.object().end();
    }
}

impl JsonSchema for NoData {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "NoData".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": false })
    }
}
