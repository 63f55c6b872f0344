//! What goes over the wire: one shape for every answer (L17, L18).

use std::fmt;
use std::ops::Range;

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator, json_schema};

use crate::call::Meta;
use crate::data::ReplyData;
use crate::registry::Code;
use crate::reply_type::ReplyType;
use crate::trace::TraceId;
use crate::writer::push_string;

/// A reply, ready for the wire. Only the wrapper makes one.
///
/// ```json
/// { "status": "invalid", "reply_type": "I", "code": "WA-RES-I-001", "data": { "path": "root:gane" },
///   "meta": { "trace_id": "…", "duration_ms": 0 },
///   "error": { "message_key": "PATH_NOT_FOUND", "message": "…", "params": { "path": "root:gane" }, "action": "correct_and_retry" } }
/// ```
pub struct Envelope {
    json: String,
    code: Code,
    meta: Meta,
}

impl Envelope {
    /// Closes what [`head`] opened. A message comes with I, D and E, and with nothing else; `data` is where the data stands.
    pub(crate) fn close(mut json: String, code: Code, data: Range<usize>, message: Option<&str>, meta: Meta) -> Self {
        json.push_str(",\"meta\":{\"trace_id\":\"");
        meta.trace_id.push_to(&mut json);
        json.push_str("\",\"duration_ms\":");
        let duration = u64::try_from(meta.duration.as_millis()).unwrap_or(u64::MAX);
        json.push_str(itoa::Buffer::new().format(duration));
        match message {
            None => json.push_str("},\"error\":null}"),
            Some(message) => push_error(&mut json, code, data, message),
        }
        Self { json, code, meta }
    }

    /// The whole envelope as compact JSON.
    pub fn as_json(&self) -> &str {
        &self.json
    }

    /// The whole envelope as compact JSON, without a copy.
    pub fn into_json(self) -> String {
        self.json
    }

    /// Which reply it carries.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What the reply means.
    pub fn reply_type(&self) -> ReplyType {
        self.code.reply_type()
    }

    /// The call's id.
    pub fn trace_id(&self) -> TraceId {
        self.meta.trace_id
    }

    /// How long the call took.
    pub fn duration(&self) -> std::time::Duration {
        self.meta.duration
    }

    /// The JSON Schema of the envelopes of a tool whose successes carry `D`: valid for all four reply types.
    pub fn schema<D: ReplyData>() -> Schema {
        Self::schemas().of::<D>().build()
    }

    /// The same for a tool with several kinds of success.
    ///
    /// ```
    /// # use reply_core::{Envelope, NoData, Problem};
    /// let schema = Envelope::schemas().of::<NoData>().of::<Problem>().build();
    /// ```
    pub fn schemas() -> EnvelopeSchema {
        EnvelopeSchema { generator: SchemaSettings::draft2020_12().into_generator(), data: Vec::new() }
    }
}

/// Collects the kinds of data that a tool's successes carry.
#[derive(Debug)]
pub struct EnvelopeSchema {
    generator: SchemaGenerator,
    data: Vec<Schema>,
}

impl EnvelopeSchema {
    /// One kind of success data.
    #[must_use]
    pub fn of<D: ReplyData>(mut self) -> Self {
        self.data.push(self.generator.subschema_for::<D>());
        self
    }

    /// The schema.
    pub fn build(mut self) -> Schema {
        let definitions = self.generator.take_definitions(true);
        let data = match <[Schema; 1]>::try_from(self.data) {
            Ok([only]) => only,
            Err(several) => json_schema!({ "anyOf": several }),
        };
        let mut schema = envelope_schema(&data);
        if !definitions.is_empty() {
            schema.insert("$defs".to_owned(), definitions.into());
        }
        schema
    }
}

impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Envelope({}, {})", self.code, self.meta.trace_id)
    }
}

/// Opens an envelope: everything up to the data.
pub(crate) fn head(code: Code, capacity: usize) -> String {
    let reply_type = code.reply_type();
    let mut json = String::with_capacity(capacity);
    json.push_str("{\"status\":\"");
    json.push_str(reply_type.status());
    json.push_str("\",\"reply_type\":\"");
    json.push_str(reply_type.as_str());
    json.push_str("\",\"code\":\"");
    json.push_str(code.as_str());
    json.push_str("\",\"data\":");
    json
}

fn push_error(json: &mut String, code: Code, params: Range<usize>, message: &str) {
    json.push_str("},\"error\":{\"message_key\":\"");
    json.push_str(code.key());
    json.push_str("\",\"message\":");
    push_string(json, message);
    json.push_str(",\"params\":");
    json.extend_from_within(params);
    json.push_str(",\"action\":\"");
    json.push_str(code.reply_type().action().as_str());
    json.push_str("\"}}");
}

fn envelope_schema(data: &Schema) -> Schema {
    let variant = |reply_type: ReplyType| {
        let (data, error) = match reply_type {
            ReplyType::S => (data.clone().to_value(), serde_json::json!({ "type": "null" })),
            _ => (serde_json::json!({ "type": "object" }), error_schema(reply_type)),
        };
        serde_json::json!({
            "properties": {
                "status": { "const": reply_type.status() },
                "reply_type": { "const": reply_type.as_str() },
                "code": { "pattern": format!("^(WA|EN|CT|MCP)-[A-Z]{{2,6}}-{reply_type}-[0-9]{{3}}$") },
                "data": data,
                "error": error,
            }
        })
    };
    let variants: Vec<_> = ReplyType::ALL.into_iter().map(variant).collect();
    json_schema!({
        "type": "object",
        "properties": {
            "status": { "enum": ["success", "invalid", "denied", "error"] },
            "reply_type": { "enum": ["S", "I", "D", "E"] },
            "code": { "type": "string", "description": "LAYER-AREA-TYPE-NNN. Branch on this, never on message." },
            "data": { "type": "object" },
            "meta": {
                "type": "object",
                "properties": {
                    "trace_id": { "type": "string", "description": "Give this to the person when reporting an error." },
                    "duration_ms": { "type": "integer", "minimum": 0 },
                },
                "required": ["trace_id", "duration_ms"],
                "additionalProperties": false,
            },
            "error": { "type": ["object", "null"] },
        },
        "required": ["status", "reply_type", "code", "data", "meta", "error"],
        "additionalProperties": false,
        "oneOf": variants,
    })
}

fn error_schema(reply_type: ReplyType) -> serde_json::Value {
    serde_json::json!({
        "type": "object",
        "properties": {
            "message_key": { "type": "string" },
            "message": { "type": "string", "description": "For people. Never branch on it." },
            "params": { "type": "object" },
            "action": { "const": reply_type.action().as_str() },
        },
        "required": ["message_key", "message", "params", "action"],
        "additionalProperties": false,
    })
}
