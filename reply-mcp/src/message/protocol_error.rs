//! Checks protocol errors: every one that leaves the server passes here, including those of rmcp.
//!
//! A reply is scanned by the wrapper. A protocol error repeats what the client sent (a version, a header, a URI), which may be
//! long or contain a host path (L49, L80, L100).

use reply_core::find_host_path;
use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use serde_json::Value;

/// The longest text in an error.
const MAX_TEXT: usize = 1024;
/// The placeholder of a message that cannot be shown.
const MESSAGE_WITHHELD: &str = "the request was refused; what it says cannot be repeated";
/// The placeholder of another text.
const TEXT_WITHHELD: &str = "(withheld)";
/// The envelope beside an error: the wrapper has scanned it.
const REPLY: &str = "reply";

/// A message as it may leave the server.
pub(crate) fn checked(message: ServerJsonRpcMessage) -> ServerJsonRpcMessage {
    match message {
        ServerJsonRpcMessage::Error(mut error) => {
            error.error = checked_error(error.error);
            ServerJsonRpcMessage::Error(error)
        }
        other => other,
    }
}

fn checked_error(mut error: ErrorData) -> ErrorData {
    if !is_safe_to_send(&error.message) {
        error.message = MESSAGE_WITHHELD.into();
    }
    error.data = error.data.map(checked_data);
    error
}

/// The same for an error that is JSON already; `None` if it may be sent unchanged.
pub(crate) fn checked_json(error: &Value) -> Option<Value> {
    let mut checked = checked_data(error.clone());
    if error["message"].as_str().is_some_and(|message| !is_safe_to_send(message)) {
        checked["message"] = MESSAGE_WITHHELD.into();
    }
    (checked != *error).then_some(checked)
}

/// The text of an HTTP answer that is not JSON; `None` if it may be sent unchanged.
pub(crate) fn checked_text(text: &str) -> Option<&'static str> {
    (!is_safe_to_send(text)).then_some(MESSAGE_WITHHELD)
}

/// Replaces texts that cannot be sent, and drops fields whose names cannot.
fn checked_data(mut data: Value) -> Value {
    let mut left = vec![&mut data];
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) if !is_safe_to_send(text) => TEXT_WITHHELD.clone_into(text),
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
                fields.retain(|name, _| is_safe_to_send(name));
                left.extend(fields.iter_mut().filter(|(name, _)| *name != REPLY).map(|(_, value)| value));
            }
            _ => {}
        }
    }
    data
}

/// Whether a text is short and contains no host path. The URI of a resource is not one.
fn is_safe_to_send(text: &str) -> bool {
    text.len() <= MAX_TEXT && find_host_path(&without_scheme(text)).is_none()
}

/// The text without the `scheme://` of a resource URI, unless it is a `file:` URI.
fn without_scheme(text: &str) -> String {
    let Some((before, rest)) = text.split_once("://") else { return text.to_owned() };
    let begins = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).map_or(0, |at| at + 1);
    let Some(scheme) = before.get(begins..).filter(|scheme| scheme.len() > 1) else { return text.to_owned() };
    if scheme.eq_ignore_ascii_case("file") || rest.contains("//") || rest.starts_with('/') {
        return text.to_owned();
    }
    format!("{}{rest}", before.get(..begins).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn l49_no_error_of_the_protocol_repeats_a_host_path_or_a_long_text() {
        for told in [
            "/home/nate/x",
            "MCP-Protocol-Version header (/data/nate) does not match",
            r"C:\Users\nate",
            "file:///etc/passwd",
            "x:///etc/passwd",
            &"x".repeat(MAX_TEXT + 1),
        ] {
            let data =
                json!({ "supported": ["2025-11-25", { "deep": told }], "requested": told, told: 1, "reply": {} });
            let error = checked_error(ErrorData::invalid_params(told.to_owned(), Some(data.clone())));
            let error = serde_json::to_value(error).unwrap();
            let expected = json!({ "supported": ["2025-11-25", { "deep": "(withheld)" }], "requested": "(withheld)", "reply": {} });
            assert_eq!(error, json!({ "code": -32602, "message": MESSAGE_WITHHELD, "data": expected }));
            let raw = json!({ "code": -1, "message": told, "data": data });
            assert_eq!(
                checked_json(&raw),
                Some(json!({ "code": -1, "message": MESSAGE_WITHHELD, "data": expected })),
                "{told}"
            );
        }
    }

    #[test]
    fn an_error_that_is_safe_to_echo_is_left_as_it_is() {
        for told in [
            "there is no such tool; there are ck3_dir, ck3_file",
            "only the `code` of ck3raven://codes/{code} can be completed",
            "ck3raven://codes/WA-RES-I-777",
            "MCP-Protocol-Version header (2026-07-28) does not match request _meta protocolVersion (2025-11-25)",
            "Mcp-Name header `ck3_dir` does not match body value `ck3_file`",
            "tools/call needs the name of a tool",
        ] {
            assert_eq!(checked_json(&json!({ "code": -1, "message": told, "data": { "uri": told } })), None, "{told}");
            assert_eq!(checked_text(told), None);
        }
    }
}
