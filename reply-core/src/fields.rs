//! What `#[derive(ReplyData)]` says of a struct: its fields, once, for writing and for the schema alike.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::data::ReplyData;
use crate::writer::{DataWriter, ObjectWriter};

/// A struct that can name its fields.
pub trait Fields {
    /// Shows each field to the visitor, in order.
    fn visit<V: FieldVisitor<Self>>(visitor: &mut V);
}

/// Someone who is shown the fields of `S`.
pub trait FieldVisitor<S: ?Sized> {
    /// One field: its name, its doc comment, and how to get at it.
    fn field<T: ReplyData>(&mut self, name: &'static str, description: &'static str, get: fn(&S) -> &T);
}

/// Writes a struct as an object.
#[inline]
pub fn write_fields<S: Fields>(value: &S, out: &mut DataWriter) {
    struct Writer<'v, 'w, S> {
        value: &'v S,
        object: ObjectWriter<'w>,
    }
    impl<S> FieldVisitor<S> for Writer<'_, '_, S> {
        #[inline]
        fn field<T: ReplyData>(&mut self, name: &'static str, _: &'static str, get: fn(&S) -> &T) {
            self.object.field(name, get(self.value));
        }
    }
    let mut writer = Writer { value, object: out.object() };
    S::visit(&mut writer);
    writer.object.end();
}

/// The schema of a struct: an object with exactly these fields.
pub fn schema_of_fields<S: Fields>(generator: &mut SchemaGenerator, description: &'static str) -> Schema {
    struct Collector<'g> {
        generator: &'g mut SchemaGenerator,
        properties: serde_json::Map<String, serde_json::Value>,
        required: Vec<&'static str>,
    }
    impl<S> FieldVisitor<S> for Collector<'_> {
        fn field<T: ReplyData>(&mut self, name: &'static str, description: &'static str, _: fn(&S) -> &T) {
            let mut schema = self.generator.subschema_for::<T>();
            describe(&mut schema, description);
            self.properties.insert(name.to_owned(), schema.to_value());
            self.required.push(name);
        }
    }
    let mut collector = Collector { generator, properties: serde_json::Map::new(), required: Vec::new() };
    S::visit(&mut collector);
    let mut schema = json_schema!({ "type": "object", "additionalProperties": false });
    schema.insert("properties".to_owned(), collector.properties.into());
    schema.insert("required".to_owned(), collector.required.into());
    describe(&mut schema, description);
    schema
}

/// The schema of an enum of plain words.
pub fn schema_of_words(words: &[&'static str], description: &'static str) -> Schema {
    let mut schema = json_schema!({ "type": "string", "enum": words });
    describe(&mut schema, description);
    schema
}

/// The schema of what a struct with one unnamed field holds.
pub fn schema_of_inner<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn describe(schema: &mut Schema, description: &'static str) {
    if !description.is_empty() {
        schema.insert("description".to_owned(), description.into());
    }
}
