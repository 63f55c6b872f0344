//! An envelope, taken apart for comparing.

use replies::Code;
use reply_kit::Envelope;
use serde_json::Value;

/// A reply, for comparing.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) code: Code,
    pub(crate) data: Value,
    pub(crate) trace_id: String,
    pub(crate) envelope: Value,
}

impl Answer {
    pub(crate) fn of(envelope: &Envelope) -> Self {
        let json = envelope.as_value().clone();
        let (code, trace_id) = (envelope.code().try_into().unwrap(), envelope.trace_id().to_string());
        Self { code, data: json["data"].clone(), trace_id, envelope: json }
    }

    /// Holds it against the tool's output schema.
    pub(crate) fn must_fit(&self, schema: &jsonschema::Validator) {
        let errors: Vec<String> = schema.iter_errors(&self.envelope).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}\n{:#}", self.envelope);
    }

    /// A field of the data that is a string.
    pub(crate) fn string(&self, field: &str) -> String {
        self.data[field].as_str().unwrap_or_else(|| panic!("no {field} in {self:?}")).to_owned()
    }
}
