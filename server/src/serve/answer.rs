//! An envelope as a result of the protocol: once structured, once as the same text.

use reply_core::{Envelope, ReplyType, find_host_path};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

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
    ErrorData::internal_error("the server failed; report the trace id", Some(json!({ "reply": told(envelope) })))
}

/// What a client, not its agent, got wrong.
pub(crate) fn bad_params(envelope: &Envelope) -> ErrorData {
    ErrorData::invalid_params("the request does not fit", Some(json!({ "reply": told(envelope) })))
}

/// A resource that is not there, or that could not be read.
pub(crate) fn no_resource(envelope: &Envelope, uri: &str) -> ErrorData {
    if envelope.reply_type() != ReplyType::I {
        return failure(envelope);
    }
    // What was asked for is echoed only if it tells nothing of a host (L49): neither as it stands nor behind its scheme.
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    let tells = find_host_path(uri).is_some() || find_host_path(rest).is_some() || rest.contains("//");
    let uri = (!tells).then_some(uri);
    ErrorData::resource_not_found("there is no such resource", Some(json!({ "uri": uri, "reply": told(envelope) })))
}

fn told(envelope: &Envelope) -> Value {
    serde_json::from_str(envelope.as_json()).unwrap_or_default()
}
