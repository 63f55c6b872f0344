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
    // What was asked for is echoed only if it tells nothing of a host (L49): neither as it stands nor behind its scheme.
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    let is_clean = |text: &str| Text::echo(text).as_str() == text;
    let uri = (is_clean(uri) && is_clean(rest) && !rest.contains("//")).then_some(uri);
    let data = json!({ "uri": uri, "reply": envelope.as_value() });
    ErrorData::resource_not_found("there is no such resource", Some(data))
}
