//! JSON Schemas of reply data, from the derived definitions.

use std::any::type_name;
use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::data::reply_data::ReplyData;

/// Collects the schemas of data types; a struct that occurs again becomes a reference.
#[derive(Debug, Default)]
pub struct Schemas {
    definitions: Map<String, Value>,
    /// The name of each type's definition.
    names: HashMap<&'static str, String>,
}

impl Schemas {
    /// The schema of a type.
    pub fn of<D: ReplyData>(&mut self) -> Value {
        D::schema(self)
    }

    /// The schema of `T` under a name, created once and referenced from then on.
    #[doc(hidden)]
    pub fn define<T: ?Sized>(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        if let Some(name) = self.names.get(type_name::<T>()) {
            return reference(name);
        }
        let mut unique = name.to_owned();
        while self.definitions.contains_key(&unique) {
            unique.push('_');
        }
        // The name is reserved before the schema is created, so that a recursive type refers to itself.
        self.names.insert(type_name::<T>(), unique.clone());
        self.definitions.insert(unique.clone(), Value::Null);
        let schema = make(self);
        self.definitions.insert(unique.clone(), schema);
        reference(&unique)
    }

    /// The referenced schemas, for the `$defs` of the whole.
    pub fn into_definitions(self) -> Map<String, Value> {
        self.definitions
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A schema with a description, if there is one. A reference may have siblings since draft 2019-09.
pub(crate) fn describe(mut schema: Value, description: &str) -> Value {
    if let (Some(schema), false) = (schema.as_object_mut(), description.is_empty()) {
        schema.insert("description".to_owned(), description.into());
    }
    schema
}
