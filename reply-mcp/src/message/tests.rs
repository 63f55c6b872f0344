//! Messages that are too large, unreadable, or not of the protocol.

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
    let count = count_values(br#"{"a":[1,2,3]}"#);
    assert_eq!((count.values, count.overhead), (6, 6 * VALUE_COST + OBJECT_COST + LIST_COST));
    assert_eq!(count_values(br#""[[[,,,\"[[,""#).values, 1);
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
        let Incoming::Message(message) = read(&line(&response), &budget) else { panic!("{wrong} is to be passed on") };
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
    assert_eq!(held_by([&json!({ "a": [1, 2] })]), 5 * VALUE_COST + OBJECT_COST + LIST_COST + 1);
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
