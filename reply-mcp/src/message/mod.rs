//! A message of the client, within bounds: an oversized one is recognised by its outline, and never held in memory.

pub(crate) mod budget;
pub(crate) mod outline;
pub(crate) mod protocol_error;

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, GetExtensions as _, RequestId, ServerJsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use rmcp::transport::async_rw::{JsonRpcMessageCodec, JsonRpcMessageCodecError};
use serde::Deserialize as _;
use serde_json::Value;
use serde_json::value::RawValue;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::Decoder as _;

use self::budget::{ByteBudget, Reservation};
use self::outline::{ArgumentRefusal, MessageOutline};

/// The longest message; of a longer one only the outline is kept, and a request is answered by that.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024 * 1024;
/// The most values (numbers, strings, lists, objects) in one message.
pub(crate) const MAX_VALUES: usize = 100_000;
/// The overhead of a parsed value besides its text: its place in a list, which may have room for as many again.
pub(crate) const VALUE_COST: usize = 128;
/// The overhead of a list besides that: it has room for a few values from the first on.
pub(crate) const LIST_COST: usize = 256;
/// The overhead of an object besides that: as with a list, and a table of its keys.
pub(crate) const OBJECT_COST: usize = 512;
/// The longest notification or response: those are not answered, so nothing else bounds them. For a longer response only the
/// outline is kept.
pub(crate) const MAX_UNANSWERED: usize = 64 * 1024;
/// The longest id; every answer repeats it.
const MAX_ID: usize = 256;

/// How a line is handled.
#[derive(Debug)]
pub(crate) enum Incoming {
    Message(Box<ClientJsonRpcMessage>),
    /// Answered without rmcp.
    Answer(Box<ServerJsonRpcMessage>),
    /// Ignored: it cannot be answered, or needs no answer.
    Skip,
}

impl Incoming {
    fn refusal(refusal: ArgumentRefusal, id: Option<RequestId>) -> Self {
        Self::Answer(Box::new(ServerJsonRpcMessage::error(refusal.as_error(), id)))
    }
}

/// Parses one line, which ends in a line feed. A request carries its reservation with it, as an extension.
pub(crate) fn read(line: &[u8], budget: &ByteBudget) -> Incoming {
    let ValueCount { values, overhead } = count_values(line);
    if values > MAX_VALUES {
        return refuse(line, ArgumentRefusal::TooManyValues, budget);
    }
    let Some(reservation) = budget.try_reserve(line.len() + overhead) else {
        return refuse(line, ArgumentRefusal::Overloaded, budget);
    };
    parse(line, reservation)
}

/// How many bytes a parsed value holds, including its text.
pub(crate) fn held_by<'v>(values: impl IntoIterator<Item = &'v Value>) -> usize {
    let mut left: Vec<&Value> = values.into_iter().collect();
    let mut bytes = 0;
    while let Some(value) = left.pop() {
        bytes += VALUE_COST;
        match value {
            Value::String(text) => bytes += text.len(),
            Value::Array(items) => {
                bytes += LIST_COST;
                left.extend(items);
            }
            Value::Object(fields) => {
                bytes += OBJECT_COST;
                bytes += fields.keys().map(|key| key.len() + VALUE_COST).sum::<usize>();
                left.extend(fields.values());
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    bytes
}

/// The answer to a request whose id is in use.
pub(crate) fn id_in_use(id: &RequestId) -> ServerJsonRpcMessage {
    let problem = ErrorData::invalid_request("the id is that of a request in flight", None);
    ServerJsonRpcMessage::error(problem, Some(id.clone()))
}

/// An id that is too long is not repeated.
pub(crate) fn id_too_long() -> ServerJsonRpcMessage {
    ServerJsonRpcMessage::error(ErrorData::invalid_request(format!("the id has more than {MAX_ID} bytes"), None), None)
}

pub(crate) fn is_too_long(id: &RequestId) -> bool {
    matches!(id, RequestId::String(text) if text.len() > MAX_ID)
}

/// What a message holds once it is parsed, besides its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ValueCount {
    pub(crate) values: usize,
    /// In bytes.
    pub(crate) overhead: usize,
}

/// An upper bound of the number of values: each but the first follows a comma, a colon or a bracket outside strings.
pub(crate) fn count_values(line: &[u8]) -> ValueCount {
    let (mut values, mut overhead) = (1, VALUE_COST);
    let (mut in_string, mut is_escaped) = (false, false);
    for byte in line {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' | b':' if !in_string => {
                values += 1;
                overhead += VALUE_COST;
                match byte {
                    b'[' => overhead += LIST_COST,
                    b'{' => overhead += OBJECT_COST,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    ValueCount { values, overhead }
}

fn parse(line: &[u8], reservation: Reservation) -> Incoming {
    let mut codec = JsonRpcMessageCodec::<RxJsonRpcMessage<RoleServer>>::new();
    match codec.decode(&mut BytesMut::from(line)) {
        Ok(Some(ClientJsonRpcMessage::Request(request))) if is_too_long(&request.id) => {
            Incoming::Answer(Box::new(id_too_long()))
        }
        Ok(Some(ClientJsonRpcMessage::Request(mut request))) => {
            request.request.extensions_mut().insert(Arc::new(reservation));
            Incoming::Message(Box::new(ClientJsonRpcMessage::Request(request)))
        }
        Ok(Some(message)) if line.len() <= MAX_UNANSWERED => Incoming::Message(Box::new(message)),
        Ok(Some(ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_))) => respond(line),
        Err(JsonRpcMessageCodecError::Serde(error)) if error.is_data() => refuse_malformed(line),
        // JSON that no value can represent may still be a request. Text that is not JSON has no id to answer to, as in other
        // SDKs.
        Ok(_) | Err(_) => refuse(line, ArgumentRefusal::Unreadable, &ByteBudget::new(0)),
    }
}

/// Refuses a JSON value that is not a message of the protocol, under its own id if it has one.
fn refuse_malformed(line: &[u8]) -> Incoming {
    let value: Value = serde_json::from_slice(line).unwrap_or_default();
    let id: Option<RequestId> = value.get("id").and_then(|id| RequestId::deserialize(id).ok());
    let is_response = value.get("result").is_some() || value.get("error").is_some();
    match value.get("method") {
        // What waits for it is told that it failed.
        None if is_response => respond(line),
        // A notification is not answered.
        Some(_) if value.get("id").is_none() => Incoming::Skip,
        _ if id.as_ref().is_some_and(is_too_long) => Incoming::Answer(Box::new(id_too_long())),
        _ => Incoming::Answer(Box::new(malformed(id))),
    }
}

/// The answer to a request that is not a message of the protocol.
pub(crate) fn malformed(id: Option<RequestId>) -> ServerJsonRpcMessage {
    let problem = "this is not a request of the protocol: jsonrpc is \"2.0\", id a string or a whole number, method a string, params \
                   an object, and its _meta an object";
    ServerJsonRpcMessage::error(ErrorData::invalid_request(problem, None), id)
}

/// Refuses a request that was too long to be held, by its outline. Any other message of such a length is skipped: what a person
/// answered is not known.
pub(crate) fn refuse_too_long(outline: &[u8]) -> Incoming {
    match MessageOutline::read(outline) {
        Ok(MessageOutline { id: Some(_), method: Some(_), .. }) => {
            refuse(outline, ArgumentRefusal::TooLong, &ByteBudget::new(0))
        }
        _ => Incoming::Skip,
    }
}

/// Refuses a line by its outline alone.
fn refuse(line: &[u8], refusal: ArgumentRefusal, budget: &ByteBudget) -> Incoming {
    let Ok(message) = MessageOutline::read(line) else { return Incoming::Skip };
    let Some(method) = message.method else { return respond(line) };
    let Some(id) = message.id else {
        // A notification does not count as load, and a cancellation may reduce it.
        return match budget.try_reserve_beyond(line.len(), usize::MAX) {
            Some(reservation) if refusal == ArgumentRefusal::Overloaded && line.len() <= MAX_UNANSWERED => {
                parse(line, reservation)
            }
            _ => Incoming::Skip,
        };
    };
    if is_too_long(&id) {
        return Incoming::Answer(Box::new(id_too_long()));
    }
    if method == "tools/call" {
        return refuse_call(id, message.params, refusal);
    }
    // Everything except a call is answered at once, so it passes while calls do not, within another bound.
    let beyond = line.len() + count_values(line).overhead;
    match budget.try_reserve_beyond(beyond, MAX_MESSAGE) {
        Some(reservation) if refusal == ArgumentRefusal::Overloaded => parse(line, reservation),
        _ => Incoming::refusal(refusal, Some(id)),
    }
}

/// A response always passes: a person's answer is worth more than what a client adds to it.
fn respond(line: &[u8]) -> Incoming {
    let response = outline::response(line).and_then(|response| serde_json::from_value(response).ok());
    response.map_or(Incoming::Skip, |response| Incoming::Message(Box::new(response)))
}

/// The call without its arguments, and with the reason; the handler answers it like any call.
fn refuse_call(id: RequestId, params: Option<&RawValue>, refusal: ArgumentRefusal) -> Incoming {
    match serde_json::from_value(outline::call(&id, params)) {
        Ok(ClientJsonRpcMessage::Request(mut request)) => {
            request.request.extensions_mut().insert(refusal);
            Incoming::Message(Box::new(ClientJsonRpcMessage::Request(request)))
        }
        _ => Incoming::refusal(refusal, Some(id)),
    }
}

#[cfg(test)]
mod tests;
