//! What every envelope on the wire must be.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

/// The output schema of every tool, as the server told it.
#[derive(Clone, Default)]
pub(crate) struct Schemas {
    by_tool: Arc<HashMap<String, jsonschema::Validator>>,
}

impl Schemas {
    /// Takes them from the result of `tools/list`.
    pub(crate) fn of(listed: &Value) -> Self {
        let tools = listed["tools"].as_array().unwrap_or_else(|| panic!("no tools: {listed}")).iter();
        let schema = |tool: &Value| jsonschema::validator_for(&tool["outputSchema"]).unwrap();
        let by_tool = tools.map(|tool| (tool["name"].as_str().unwrap().to_owned(), schema(tool))).collect();
        Self { by_tool: Arc::new(by_tool) }
    }

    /// The envelope of a result: structured and text alike, the flag right, valid by the tool's output schema.
    pub(crate) fn envelope(&self, tool: &str, result: &Value) -> Value {
        let envelope = result["structuredContent"].clone();
        let text = result["content"][0]["text"].as_str().unwrap_or_else(|| panic!("no text: {result}"));
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), envelope, "text and structure differ");
        assert_eq!(result["isError"], envelope["reply_type"] != "S", "{result}");
        let errors: Vec<String> = self.by_tool[tool].iter_errors(&envelope).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{tool} broke its output schema: {errors:?}\n{envelope:#}");
        envelope
    }
}
