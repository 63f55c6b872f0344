//! An envelope as a result of the protocol: once structured, once as the same text.

use reply_core::{Envelope, ReplyType};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};

pub(crate) fn result(envelope: Envelope) -> CallToolResult {
    let is_error = envelope.reply_type() != ReplyType::S;
    let text = envelope.into_json();
    // The wrapper wrote it, so it parses; a client that reads text alone misses nothing either way.
    let structured = serde_json::from_str(&text).ok();
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = structured;
    result.is_error = Some(is_error);
    result
}

/// What is no tool's reply fails as the protocol's own error, with the envelope beside it.
pub(crate) fn failure(envelope: &Envelope) -> ErrorData {
    let data = serde_json::from_str(envelope.as_json()).ok();
    match envelope.reply_type() {
        ReplyType::I => ErrorData::resource_not_found("there is no such resource", data),
        _ => ErrorData::internal_error("the server failed; report the trace id", data),
    }
}
