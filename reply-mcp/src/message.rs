//! A message of the client, within bounds: an oversized one is recognised by its outline, and never held in memory.

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

use crate::budget::{ByteBudget, Reservation};
use crate::outline::{self, ArgumentRefusal, MessageOutline};

/// The longest message; of a longer one only the outline is kept, and a request is answered by that.
pub(crate) const MAX_MESSAGE: usize = 16 * 1024 * 1024;
/// The most values (numbers, strings, lists, objects) in one message.
pub(crate) const MAX_VALUES: usize = 100_000;
/// The overhead of a parsed value besides its text.
const VALUE_COST: usize = 64;
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
    let values = count_values(line);
    if values > MAX_VALUES {
        return refuse(line, ArgumentRefusal::TooManyValues, budget);
    }
    let Some(reservation) = budget.try_reserve(cost(line, values)) else {
        return refuse(line, ArgumentRefusal::Overloaded, budget);
    };
    parse(line, reservation)
}

/// How a whole HTTP body is handled; rmcp itself parses those that pass.
#[derive(Debug)]
pub(crate) enum Screened {
    /// It passes; besides its text it holds this many bytes.
    Whole { overhead: usize },
    /// Its outline passes: a call without its arguments and why, or a response without its unsolicited content.
    Outline(Value, Option<ArgumentRefusal>),
    /// Answered without rmcp.
    Answer(Box<ServerJsonRpcMessage>),
}

/// Examines a body, and its outline if it has one, before it is parsed.
pub(crate) fn screen(body: &[u8], message: Option<MessageOutline<'_>>) -> Screened {
    let values = count_values(body);
    let whole = Screened::Whole { overhead: values.min(MAX_VALUES) * VALUE_COST };
    let Some(MessageOutline { id, method, params }) = message else {
        return Screened::Answer(Box::new(malformed(outline::id(body).filter(|id| !is_too_long(id)))));
    };
    if id.as_ref().is_some_and(is_too_long) {
        return Screened::Answer(Box::new(id_too_long()));
    }
    match (method, id) {
        (None, Some(_)) if body.len() > MAX_UNANSWERED => {
            outline::response(body).map_or(whole, |response| Screened::Outline(response, None))
        }
        _ if values <= MAX_VALUES => whole,
        (Some(method), Some(id)) if method == "tools/call" => {
            Screened::Outline(outline::call(&id, params), Some(ArgumentRefusal::TooManyValues))
        }
        (_, id) => {
            Screened::Answer(Box::new(ServerJsonRpcMessage::error(ArgumentRefusal::TooManyValues.as_error(), id)))
        }
    }
}

/// How many bytes a parsed value holds, including its text.
pub(crate) fn held_by<'v>(values: impl IntoIterator<Item = &'v Value>) -> usize {
    let mut left: Vec<&Value> = values.into_iter().collect();
    let mut bytes = 0;
    while let Some(value) = left.pop() {
        bytes += VALUE_COST;
        match value {
            Value::String(text) => bytes += text.len(),
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
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
fn id_too_long() -> ServerJsonRpcMessage {
    ServerJsonRpcMessage::error(ErrorData::invalid_request(format!("the id has more than {MAX_ID} bytes"), None), None)
}

fn is_too_long(id: &RequestId) -> bool {
    matches!(id, RequestId::String(text) if text.len() > MAX_ID)
}

fn cost(line: &[u8], values: usize) -> usize {
    line.len() + values * VALUE_COST
}

/// An upper bound of the number of values: each but the first follows a comma, a colon or a bracket outside strings.
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
    let beyond = cost(line, count_values(line));
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
mod tests {
    use rmcp::model::{ClientRequest, JsonRpcRequest};
    use serde_json::json;

    use super::*;

    fn line(message: &serde_json::Value) -> Vec<u8> {
        format!("{message}\n").into_bytes()
    }

    fn call(arguments: &serde_json::Value) -> Vec<u8> {
        let params = json!({ "name": "ck3_dir", "arguments": arguments });
        line(&json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }))
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
        let large = call(&json!({ "path": "x".repeat(10_000) }));
        let first = request(read(&large, &budget));
        assert!(first.request.extensions().get::<Arc<Reservation>>().is_some());
        let second = request(read(&large, &budget));
        assert_eq!(second.request.extensions().get(), Some(&ArgumentRefusal::Overloaded));
        let ClientRequest::CallToolRequest(refused) = &second.request else { panic!("not a call") };
        assert_eq!(
            (&*refused.params.name, refused.params.arguments.as_ref().map(serde_json::Map::len)),
            ("ck3_dir", Some(0))
        );
        drop(first);
        assert!(request(read(&large, &budget)).request.extensions().get::<ArgumentRefusal>().is_none());
    }

    #[test]
    fn what_is_not_a_call_passes_while_calls_do_not() {
        let budget = ByteBudget::new(1);
        let ping = line(&json!({ "jsonrpc": "2.0", "id": 8, "method": "ping" }));
        assert!(matches!(request(read(&ping, &budget)).request, ClientRequest::PingRequest(_)));
        let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } });
        assert!(matches!(read(&line(&cancel), &budget), Incoming::Message(_)));
        assert!(matches!(read(b"garbage\n", &budget), Incoming::Skip));
        let yes = json!({ "jsonrpc": "2.0", "id": 3, "result": { "action": "accept", "content": { "allow": true } } });
        assert!(matches!(read(&line(&yes), &budget), Incoming::Message(_)));
    }

    fn is_yes(incoming: &Incoming) -> bool {
        let Incoming::Message(message) = incoming else { return false };
        let message = serde_json::to_value(message).unwrap();
        (&message["id"], &message["result"]["content"]["allow"]) == (&3.into(), &true.into())
    }

    #[test]
    fn l26_a_response_of_any_length_keeps_the_persons_answer() {
        for padding in [json!("x".repeat(100_000)), json!(vec![0; MAX_VALUES + 1])] {
            let content = json!({ "note": padding, "allow": true });
            let result = json!({ "_meta": { "x": padding }, "action": "accept", "content": content });
            let response = line(&json!({ "jsonrpc": "2.0", "id": 3, "result": result }));
            for budget in [ByteBudget::new(1 << 30), ByteBudget::new(1)] {
                assert!(is_yes(&read(&response, &budget)));
            }
            let outline = MessageOutline::read(&response).ok();
            let Screened::Outline(cut, None) = screen(&response, outline) else { panic!("to be cut") };
            assert_eq!(cut["result"], json!({ "action": "accept", "content": { "allow": true } }));
        }
        let failed = json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -1, "message": "x".repeat(100_000) } });
        let Incoming::Message(failed) = read(&line(&failed), &ByteBudget::new(1)) else { panic!("a message") };
        assert!(matches!(*failed, ClientJsonRpcMessage::Error(_)));
    }

    #[test]
    fn l16_a_request_that_no_value_can_hold_is_answered() {
        let budget = ByteBudget::new(1 << 20);
        let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
        for wrong in ["1e400", "-1E+999", r#""\ud800""#, &deep] {
            let call = format!(
                r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"ck3_dir","arguments":{{"limit":{wrong}}}}}}}"#
            );
            let refused = request(read(format!("{call}\n").as_bytes(), &budget));
            assert_eq!(refused.request.extensions().get(), Some(&ArgumentRefusal::Unreadable), "{wrong}");
            let ping = format!(r#"{{"jsonrpc":"2.0","id":"p","method":"ping","params":{{"x":{wrong}}}}}"#);
            let Incoming::Answer(answer) = read(format!("{ping}\n").as_bytes(), &budget) else { panic!("{wrong}") };
            let answer = serde_json::to_value(answer).unwrap();
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&"p".into(), &(-32602).into()));
        }
    }

    #[test]
    fn l16_a_value_that_is_not_a_message_is_answered_under_its_own_id() {
        let budget = ByteBudget::new(1 << 20);
        for (wrong, id) in [
            (json!({ "jsonrpc": "2.0", "id": 7, "method": "ping", "params": { "_meta": 5 } }), json!(7)),
            (json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": { "_meta": [] } }), json!("a")),
            (json!({ "jsonrpc": "1.0", "id": 7, "method": "ping" }), json!(7)),
            (json!({ "id": 7, "method": "ping" }), json!(7)),
            (json!({ "jsonrpc": "2.0", "id": 7, "method": 5 }), json!(7)),
            (json!({ "jsonrpc": "2.0", "id": 7, "method": "ping", "result": {} }), json!(7)),
            (json!({ "jsonrpc": "2.0", "id": 7 }), json!(7)),
            (json!({ "jsonrpc": "2.0", "id": 1.5, "method": "ping" }), Value::Null),
            (json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }), Value::Null),
            (json!([]), Value::Null),
            (json!({}), Value::Null),
        ] {
            let Incoming::Answer(answer) = read(&line(&wrong), &budget) else { panic!("{wrong} is to be answered") };
            let answer = serde_json::to_value(answer).unwrap();
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &(-32600).into()), "{wrong}");
        }
        let notification = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "_meta": 5 } });
        assert!(matches!(read(&line(&notification), &budget), Incoming::Skip), "a notification is not answered");
        // A question whose response cannot be read does not stay open.
        for wrong in [json!({ "error": 5 }), json!({ "result": {}, "error": { "code": 1, "message": "x" } })] {
            let mut response = wrong.clone();
            (response["jsonrpc"], response["id"]) = ("2.0".into(), 3.into());
            let Incoming::Message(message) = read(&line(&response), &budget) else {
                panic!("{wrong} is to be passed on")
            };
            assert!(matches!(*message, ClientJsonRpcMessage::Error(_)), "{wrong}");
        }
    }

    #[test]
    fn l100_a_long_id_is_not_repeated() {
        let budget = ByteBudget::new(1 << 20);
        let ping = |id: &str| line(&json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }));
        assert!(matches!(read(&ping(&"x".repeat(MAX_ID)), &budget), Incoming::Message(_)));
        for id in ["x".repeat(MAX_ID + 1), "x".repeat(2 << 20)] {
            let Incoming::Answer(answer) = read(&ping(&id), &budget) else { panic!("to be refused") };
            let answer = serde_json::to_value(answer).unwrap();
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &(-32600).into()));
        }
    }

    #[test]
    fn what_a_value_holds_is_its_text_and_its_values() {
        assert_eq!(held_by([&json!("abc")]), VALUE_COST + 3);
        assert_eq!(held_by([&json!({ "a": [1, 2] })]), 5 * VALUE_COST + 1);
    }

    #[test]
    fn too_many_values_are_refused_by_their_outline() {
        let budget = ByteBudget::new(1 << 30);
        let many = json!({ "path": vec![0; MAX_VALUES + 1] });
        let refused = request(read(&call(&many), &budget));
        assert_eq!(refused.request.extensions().get(), Some(&ArgumentRefusal::TooManyValues));
        let other = json!({ "jsonrpc": "2.0", "id": "x", "method": "resources/read", "params": many });
        let Incoming::Answer(answer) = read(&line(&other), &budget) else { panic!("to be answered at once") };
        let answer = serde_json::to_value(answer).unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&"x".into(), &(-32602).into()));
    }
}
