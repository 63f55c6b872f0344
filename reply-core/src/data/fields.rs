//! The fields of a struct, as `#[derive(ReplyData)]` defines them: once, for writing and for the schema.

use serde_json::{Map, Value, json};

use crate::data::reply_data::ReplyData;
use crate::data::word::FieldName;
use crate::data::writer::ObjectWriter;
use crate::envelope::schema::{Schemas, describe};

/// A struct that can name its fields.
pub trait Fields {
    /// Passes each field to the visitor, in order.
    fn visit<V: FieldVisitor<Self>>(visitor: &mut V);
}

/// Visits the fields of `S`.
pub trait FieldVisitor<S: ?Sized> {
    /// One field: its name, its doc comment, and its getter.
    fn field<T: ReplyData>(&mut self, name: FieldName, description: &'static str, get: fn(&S) -> &T);
}

/// Writes the fields of a struct.
#[inline]
pub fn write_fields<S: Fields>(value: &S, object: &mut ObjectWriter<'_>) {
    struct Writer<'v, 'o, 'w, S> {
        value: &'v S,
        object: &'o mut ObjectWriter<'w>,
    }
    impl<S> FieldVisitor<S> for Writer<'_, '_, '_, S> {
        #[inline]
        fn field<T: ReplyData>(&mut self, name: FieldName, _: &'static str, get: fn(&S) -> &T) {
            self.object.field(name, get(self.value));
        }
    }
    S::visit(&mut Writer { value, object });
}

/// The schema of a struct: an object with exactly these fields.
pub fn schema_of_fields<S: Fields>(schemas: &mut Schemas, name: &str, description: &'static str) -> Value {
    struct Collector<'s> {
        schemas: &'s mut Schemas,
        properties: Map<String, Value>,
        required: Vec<&'static str>,
    }
    impl<S> FieldVisitor<S> for Collector<'_> {
        fn field<T: ReplyData>(&mut self, name: FieldName, description: &'static str, _: fn(&S) -> &T) {
            let schema = describe(self.schemas.of::<T>(), description);
            self.properties.insert(name.as_str().to_owned(), schema);
            self.required.push(name.as_str());
        }
    }
    schemas.define::<S>(name, |schemas| {
        let mut collector = Collector { schemas, properties: Map::new(), required: Vec::new() };
        S::visit(&mut collector);
        let schema = json!({
            "type": "object",
            "properties": collector.properties,
            "required": collector.required,
            "additionalProperties": false,
        });
        describe(schema, description)
    })
}

/// The schema of an enum of plain words.
pub fn schema_of_words(words: &[&'static str], description: &'static str) -> Value {
    describe(json!({ "type": "string", "enum": words }), description)
}
