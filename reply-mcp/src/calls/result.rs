//! An envelope as a protocol result: as structured content, and as the same text.

use reply_core::{Envelope, ReplyType, Text};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;

pub(crate) fn result(envelope: Envelope) -> CallToolResult {
    let is_error = envelope.reply_type() != ReplyType::S;
    let (value, text) = envelope.into_parts();
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(value);
    result.is_error = Some(is_error);
    result
}

/// A failure that is not a tool's reply is a protocol error, with the envelope beside it.
pub fn failure(envelope: &Envelope) -> ErrorData {
    ErrorData::internal_error("the server failed; report the trace id", Some(json!({ "reply": envelope.as_value() })))
}

/// The mistake of a client, not of its agent.
pub(crate) fn bad_params(envelope: &Envelope) -> ErrorData {
    ErrorData::invalid_params("the request does not fit", Some(json!({ "reply": envelope.as_value() })))
}

/// A missing resource: an I as a protocol error, with the envelope beside it. Anything else is a failure.
pub fn not_found(envelope: &Envelope, uri: &str) -> ErrorData {
    if envelope.reply_type() != ReplyType::I {
        return failure(envelope);
    }
    let uri = is_safe_to_echo(uri).then_some(uri);
    let data = json!({ "uri": uri, "reply": envelope.as_value() });
    ErrorData::resource_not_found("there is no such resource", Some(data))
}

/// Whether a requested URI can be repeated (L49): it does not name a file, and the part after its scheme is clean.
fn is_safe_to_echo(uri: &str) -> bool {
    let (scheme, rest) = uri.split_once("://").unwrap_or(("", uri));
    let is_scheme =
        scheme.len() <= 32 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme && !scheme.eq_ignore_ascii_case("file") && !rest.contains("//") && Text::echo(rest).as_str() == rest
}

#[cfg(test)]
mod tests {
    use super::is_safe_to_echo;

    #[test]
    fn l49_a_uri_is_echoed_if_it_is_not_a_path() {
        for uri in ["ck3raven://codes/WA-RES-I-777", "test://no-such-resource", "no-such-resource"] {
            assert!(is_safe_to_echo(uri), "{uri}");
        }
        for uri in [
            "file:///home/nate/secret",
            "FILE://server/share",
            "x:///home/nate",
            "x://C:/Users/nate",
            "x://y//server/share",
            "/home/nate",
            "C:\\Users\\nate",
            "/home/nate://x",
        ] {
            assert!(!is_safe_to_echo(uri), "{uri}");
        }
    }
}
