//! A line of the client as a message, within bounds: what is too much is told from its outline, and not held.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, ErrorData, GetExtensions as _, RequestId, ServerJsonRpcMessage};
use rmcp::service::RxJsonRpcMessage;
use rmcp::transport::async_rw::{JsonRpcMessageCodec, JsonRpcMessageCodecError};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::Decoder as _;

use crate::budget::ByteBudget;

/// The longest line; a longer one is passed over.
pub(crate) const MAX_LINE: usize = 16 * 1024 * 1024;
/// The most values (numbers, strings, lists, objects) in one message.
pub(crate) const MAX_VALUES: usize = 100_000;
/// What a parsed value takes besides its text.
const VALUE_COST: usize = 64;
/// The longest notification or response: nothing answers those, so nothing else bounds them.
const MAX_UNANSWERED: usize = 64 * 1024;
/// The most metadata that a refused call keeps.
const MAX_REFUSED_META: usize = 4 * 1024;

/// Why a call arrives without its arguments: an extension of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The requests in flight hold as many bytes as they may.
    Overloaded,
    /// It has more than [`MAX_VALUES`] values.
    TooManyValues,
}

/// What becomes of a line.
#[derive(Debug)]
pub(crate) enum Incoming {
    Message(Box<ClientJsonRpcMessage>),
    /// Answered without rmcp.
    Answer(Box<ServerJsonRpcMessage>),
    /// Nothing: it cannot be answered, or needs no answer.
    Skip,
}

/// Reads one line, which ends in a line feed. A request carries its reservation with it, as an extension.
pub(crate) fn read(line: &[u8], budget: &ByteBudget) -> Incoming {
    let values = count_values(line);
    if values > MAX_VALUES {
        return refuse(line, Refusal::TooManyValues, budget);
    }
    let Some(reservation) = budget.try_reserve(cost(line, values)) else {
        return refuse(line, Refusal::Overloaded, budget);
    };
    parse(line, reservation)
}

fn cost(line: &[u8], values: usize) -> usize {
    line.len() + values * VALUE_COST
}

/// How many values there are at most: each but the first follows a comma, a colon or a bracket outside strings.
fn count_values(line: &[u8]) -> usize {
    let (mut values, mut in_string, mut is_escaped) = (1, false, false);
    for byte in line {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' | b':' if !in_string => values += 1,
            _ => {}
        }
    }
    values
}

fn parse(line: &[u8], reservation: crate::budget::Reservation) -> Incoming {
    let mut codec = JsonRpcMessageCodec::<RxJsonRpcMessage<RoleServer>>::new();
    match codec.decode(&mut BytesMut::from(line)) {
        Ok(Some(ClientJsonRpcMessage::Request(mut request))) => {
            request.request.extensions_mut().insert(Arc::new(reservation));
            Incoming::Message(Box::new(ClientJsonRpcMessage::Request(request)))
        }
        Ok(Some(message)) if line.len() <= MAX_UNANSWERED => Incoming::Message(Box::new(message)),
        // A well-formed value that is not a message is told so; what is no JSON has no id to answer to, as in the other SDKs.
        Err(JsonRpcMessageCodecError::Serde(error)) if error.is_data() => {
            let invalid = ErrorData::invalid_request("Invalid request", None);
            Incoming::Answer(Box::new(ServerJsonRpcMessage::error(invalid, None)))
        }
        Ok(_) | Err(_) => Incoming::Skip,
    }
}

/// The parts of a message that an answer needs, borrowed from its line.
#[derive(Deserialize)]
struct Outline<'l> {
    id: Option<RequestId>,
    #[serde(borrow, default)]
    method: Option<Cow<'l, str>>,
    #[serde(borrow, default)]
    params: Option<&'l RawValue>,
}

#[derive(Default, Deserialize)]
struct ParamsOutline<'l> {
    #[serde(borrow, default)]
    name: Option<&'l RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'l RawValue>,
}

/// Refuses a line by its outline alone.
fn refuse(line: &[u8], refusal: Refusal, budget: &ByteBudget) -> Incoming {
    let Ok(Outline { id, method: Some(method), params }) = serde_json::from_slice(line) else { return Incoming::Skip };
    let Some(id) = id else {
        // A notification takes no part in the overload, and a cancellation may end it.
        return match budget.try_reserve_beyond(line.len(), usize::MAX) {
            Some(reservation) if refusal == Refusal::Overloaded && line.len() <= MAX_UNANSWERED => {
                parse(line, reservation)
            }
            _ => Incoming::Skip,
        };
    };
    if method == "tools/call" {
        return refused_call(&id, params, refusal);
    }
    // Everything but a call is answered at once, so it passes while calls do not, within another bound.
    let beyond = cost(line, count_values(line));
    match budget.try_reserve_beyond(beyond, MAX_LINE) {
        Some(reservation) if refusal == Refusal::Overloaded => parse(line, reservation),
        _ => Incoming::Answer(Box::new(ServerJsonRpcMessage::error(protocol_error(refusal), Some(id)))),
    }
}

/// The call without its arguments, and with the reason; the handler answers it as it answers any call.
fn refused_call(id: &RequestId, params: Option<&RawValue>, refusal: Refusal) -> Incoming {
    let outline: ParamsOutline<'_> =
        params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default();
    let short = |value: Option<&RawValue>| {
        value.filter(|value| value.get().len() <= MAX_REFUSED_META).and_then(|value| parsed(value.get()))
    };
    let mut params = serde_json::json!({ "name": short(outline.name).unwrap_or_default(), "arguments": {} });
    if let Some(meta) = short(outline.meta) {
        params["_meta"] = meta;
    }
    let call = serde_json::json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
    match serde_json::from_value(call) {
        Ok(ClientJsonRpcMessage::Request(mut request)) => {
            request.request.extensions_mut().insert(refusal);
            Incoming::Message(Box::new(ClientJsonRpcMessage::Request(request)))
        }
        _ => Incoming::Answer(Box::new(ServerJsonRpcMessage::error(protocol_error(refusal), Some(id.clone())))),
    }
}

fn parsed(json: &str) -> Option<serde_json::Value> {
    serde_json::from_str(json).ok()
}

fn protocol_error(refusal: Refusal) -> ErrorData {
    match refusal {
        Refusal::Overloaded => {
            ErrorData::new(ErrorCode(-32000), "the requests in flight hold too many bytes; send it again later", None)
        }
        Refusal::TooManyValues => {
            ErrorData::invalid_params(format!("the request has more than {MAX_VALUES} values"), None)
        }
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{ClientRequest, JsonRpcRequest};

    use super::*;
    use crate::budget::Reservation;

    fn line(message: &serde_json::Value) -> Vec<u8> {
        format!("{message}\n").into_bytes()
    }

    fn call(arguments: &serde_json::Value) -> Vec<u8> {
        let params = serde_json::json!({ "name": "ck3_dir", "arguments": arguments });
        line(&serde_json::json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }))
    }

    fn request(incoming: Incoming) -> JsonRpcRequest<ClientRequest> {
        match incoming {
            Incoming::Message(message) => match *message {
                ClientJsonRpcMessage::Request(request) => request,
                other => panic!("not a request: {other:?}"),
            },
            other => panic!("not a message: {other:?}"),
        }
    }

    #[test]
    fn values_are_counted_outside_strings() {
        assert_eq!(count_values(br#"{"a":[1,2,3]}"#), 6);
        assert_eq!(count_values(br#""[[[,,,\"[[,""#), 1);
    }

    #[test]
    fn a_request_holds_its_bytes_until_it_is_dropped() {
        let budget = ByteBudget::new(20_000);
        let large = call(&serde_json::json!({ "path": "x".repeat(10_000) }));
        let first = request(read(&large, &budget));
        assert!(first.request.extensions().get::<Arc<Reservation>>().is_some());
        let second = request(read(&large, &budget));
        assert_eq!(second.request.extensions().get(), Some(&Refusal::Overloaded));
        let ClientRequest::CallToolRequest(refused) = &second.request else { panic!("not a call") };
        assert_eq!(
            (&*refused.params.name, refused.params.arguments.as_ref().map(serde_json::Map::len)),
            ("ck3_dir", Some(0))
        );
        drop(first);
        assert!(request(read(&large, &budget)).request.extensions().get::<Refusal>().is_none());
    }

    #[test]
    fn what_is_not_a_call_passes_while_calls_do_not() {
        let budget = ByteBudget::new(1);
        let ping = line(&serde_json::json!({ "jsonrpc": "2.0", "id": 8, "method": "ping" }));
        assert!(matches!(request(read(&ping, &budget)).request, ClientRequest::PingRequest(_)));
        let cancel =
            serde_json::json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
        assert!(matches!(read(&line(&cancel), &budget), Incoming::Message(_)));
        assert!(matches!(read(b"garbage\n", &budget), Incoming::Skip));
    }

    #[test]
    fn too_many_values_are_refused_by_their_outline() {
        let budget = ByteBudget::new(1 << 30);
        let many = serde_json::json!({ "path": vec![0; MAX_VALUES + 1] });
        let refused = request(read(&call(&many), &budget));
        assert_eq!(refused.request.extensions().get(), Some(&Refusal::TooManyValues));
        let other = serde_json::json!({ "jsonrpc": "2.0", "id": "x", "method": "resources/read", "params": many });
        let Incoming::Answer(answer) = read(&line(&other), &budget) else { panic!("to be answered at once") };
        let answer = serde_json::to_value(answer).unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&"x".into(), &(-32602).into()));
    }
}
