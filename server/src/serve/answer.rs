//! An envelope as a result of the protocol: once structured, once as the same text.

use reply_core::{Envelope, ReplyType};
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
