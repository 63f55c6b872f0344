//! The JSON Schema of a tool's envelopes: valid for all four reply types, and short, because a model pays for it.

use serde_json::{Map, Value, json};

use crate::tool::arguments::object;

/// The depth to which the schema of a success describes its data: the fields and their types. The first answer shows the rest.
const MAX_DEPTH: usize = 2;

/// The schema of an envelope whose data, on success, is one of `data`. It has no descriptions and no `required`: `data` also
/// holds the parameters of I, D and E, and the meaning of a field belongs to the documentation. Every tool repeats the common
/// part of all envelopes, so that part only lists the fields; `error` is an object or null.
pub(crate) fn schema(data: &[Value], definitions: &Map<String, Value>) -> Map<String, Value> {
    let mut fields = Map::new();
    for success in data {
        let schema = short(success, definitions, MAX_DEPTH);
        let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        for (name, schema) in properties {
            // Two successes may use one name for different things.
            let schema = match fields.remove(&name) {
                Some(known) if known != schema => any_of([known, schema]),
                _ => schema,
            };
            fields.insert(name, schema);
        }
    }
    object(json!({
        "type": "object",
        "properties": {
            "status": { "type": "string" },
            "reply_type": { "enum": ["S", "I", "D", "E"] },
            "code": { "type": "string" },
            "data": { "type": "object", "properties": fields },
            "meta": { "type": "object" },
        },
        "required": ["status", "reply_type", "code", "data", "meta", "error"],
    }))
}

/// One of these, each listed once.
fn any_of(schemas: impl IntoIterator<Item = Value>) -> Value {
    let mut distinct: Vec<Value> = Vec::new();
    for schema in schemas {
        let options = match schema.get("anyOf") {
            Some(Value::Array(options)) => options.clone(),
            _ => vec![schema],
        };
        distinct.extend(options.into_iter().filter(|option| !distinct.contains(option)).collect::<Vec<_>>());
    }
    json!({ "anyOf": distinct })
}

/// A schema without descriptions, with references resolved.
fn short(schema: &Value, definitions: &Map<String, Value>, depth: usize) -> Value {
    let schema = match schema.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/")) {
        Some(name) => definitions.get(name).unwrap_or(&Value::Null),
        None => schema,
    };
    if let Some(options) = schema.get("anyOf").and_then(Value::as_array) {
        // A value or null. Written as branches and not as a list of types, because some clients support one type only.
        return any_of(options.iter().map(|option| short(option, definitions, depth)));
    }
    let mut out = Map::new();
    for (key, value) in schema.as_object().into_iter().flatten() {
        match key.as_str() {
            "type" | "enum" => _ = out.insert(key.clone(), value.clone()),
            "properties" if depth > 1 => {
                let fields = value.as_object().into_iter().flatten();
                let fields = fields.map(|(name, field)| (name.clone(), short(field, definitions, depth - 1)));
                out.insert(key.clone(), Value::Object(fields.collect()));
            }
            _ => {}
        }
    }
    Value::Object(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_of_every_success_is_described_by_its_fields_and_their_types_alone() {
        let inner = json!({ "type": "object", "properties": { "x": { "type": "string" } }, "description": "Inside." });
        let definitions = object(json!({ "Inner": inner }));
        let (text, nothing) = (json!({ "type": "string" }), json!({ "type": "null" }));
        let reference = json!({ "$ref": "#/$defs/Inner" });
        let successes = [
            json!({ "properties": { "same": text, "other": text, "list": inner }, "required": ["same"] }),
            json!({ "properties": { "same": text, "other": { "anyOf": [text, nothing] }, "inner": reference } }),
        ];
        let fields = json!({
            "same": text,
            "other": { "anyOf": [text, nothing] },
            "list": { "type": "object" },
            "inner": { "type": "object" },
        });
        assert_eq!(schema(&successes, &definitions)["properties"]["data"]["properties"], fields);
    }
}
