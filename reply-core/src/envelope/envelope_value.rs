//! What goes over the wire: one shape for every answer (L17, L18).

use std::fmt;

use reply_vocabulary::ReplyType;
use serde_json::Value;

use crate::call::stopwatch::Meta;
use crate::call::trace::TraceId;
use crate::codes::code_ref::CodeRef;

/// A reply, ready for the wire. Only the wrapper makes one.
///
/// ```json
/// { "status": "invalid", "reply_type": "I", "code": "WA-RES-I-001", "data": { "path": "root:gane" },
///   "meta": { "trace_id": "…", "duration_ms": 0 },
///   "error": { "message_key": "PATH_NOT_FOUND", "message": "…", "action": "correct_and_retry" } }
/// ```
pub struct Envelope {
    /// The envelope as a value, and the same as text, written once, on the thread that made the reply.
    parts: Box<(Value, String)>,
    code: CodeRef,
    meta: Meta,
}

impl Envelope {
    /// I, D and E have a message, and nothing else has.
    pub(crate) fn new(code: CodeRef, data: Value, message: Option<String>, meta: Meta) -> Self {
        let reply_type = code.reply_type();
        let error = message.map_or(Value::Null, |message| {
            object([
                ("message_key", code.key().into()),
                ("message", message.into()),
                ("action", reply_type.action().as_str().into()),
            ])
        });
        let duration = u64::try_from(meta.duration.as_millis()).unwrap_or(u64::MAX);
        let value = object([
            ("status", reply_type.status().into()),
            ("reply_type", reply_type.as_str().into()),
            ("code", code.as_str().into()),
            ("data", data),
            ("meta", object([("trace_id", meta.trace_id.to_string().into()), ("duration_ms", duration.into())])),
            ("error", error),
        ]);
        // Not `to_string()`, which writes through a formatter piece by piece.
        let text = serde_json::to_string(&value).expect("a JSON value has nothing that cannot be written");
        Self { parts: Box::new((value, text)), code, meta }
    }

    /// The whole envelope.
    pub fn as_value(&self) -> &Value {
        &self.parts.0
    }

    /// The whole envelope as compact JSON text.
    pub fn as_json(&self) -> &str {
        &self.parts.1
    }

    /// The whole envelope, as a value and as text, without a copy.
    pub fn into_parts(self) -> (Value, String) {
        *self.parts
    }

    /// Which reply it carries.
    pub fn code(&self) -> CodeRef {
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
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

impl fmt::Debug for Envelope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Envelope({}, {})", self.code, self.meta.trace_id)
    }
}
