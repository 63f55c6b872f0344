//! An envelope as a result of the protocol: once structured, once as the same text.

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

/// What is not a tool's reply fails as the protocol's own error, with the envelope beside it.
pub fn failure(envelope: &Envelope) -> ErrorData {
    ErrorData::internal_error("the server failed; report the trace id", Some(json!({ "reply": envelope.as_value() })))
}

/// What a client, not its agent, got wrong.
pub(crate) fn bad_params(envelope: &Envelope) -> ErrorData {
    ErrorData::invalid_params("the request does not fit", Some(json!({ "reply": envelope.as_value() })))
}

/// A resource that is not there: an I as the protocol's error, with the envelope beside it. Anything else is a failure.
pub fn not_found(envelope: &Envelope, uri: &str) -> ErrorData {
    if envelope.reply_type() != ReplyType::I {
        return failure(envelope);
    }
    let uri = tells_nothing_of_a_host(uri).then_some(uri);
    let data = json!({ "uri": uri, "reply": envelope.as_value() });
    ErrorData::resource_not_found("there is no such resource", Some(data))
}

/// If what was asked for can be echoed (L49): it is not an address of a file, and what stands behind its scheme is plain.
fn tells_nothing_of_a_host(uri: &str) -> bool {
    let (scheme, rest) = uri.split_once("://").unwrap_or(("", uri));
    let is_scheme =
        scheme.len() <= 32 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme && !scheme.eq_ignore_ascii_case("file") && !rest.contains("//") && Text::echo(rest).as_str() == rest
}

#[cfg(test)]
mod tests {
    use super::tells_nothing_of_a_host;

    #[test]
    fn l49_a_uri_is_echoed_if_it_is_no_path() {
        for uri in ["ck3raven://codes/WA-RES-I-777", "test://no-such-resource", "no-such-resource"] {
            assert!(tells_nothing_of_a_host(uri), "{uri}");
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
            assert!(!tells_nothing_of_a_host(uri), "{uri}");
        }
    }
}
