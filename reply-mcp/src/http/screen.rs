//! Examines a body before it is parsed.

use rmcp::model::ServerJsonRpcMessage;
use serde_json::Value;

use crate::message::outline::{self, ArgumentRefusal, MessageOutline};
use crate::message::{MAX_UNANSWERED, MAX_VALUES, ValueCount, count_values, id_too_long, is_too_long, malformed};

/// How a whole HTTP body is handled; rmcp itself parses those that pass.
#[derive(Debug)]
pub(super) enum Screened {
    /// It passes; besides its text it holds this many bytes.
    Whole { overhead: usize },
    /// Its outline passes: a call without its arguments and why, a response without its unsolicited content, or a handshake without
    /// what nothing reads.
    Outline(Value, Option<ArgumentRefusal>),
    /// Answered without rmcp.
    Answer(Box<ServerJsonRpcMessage>),
}

/// Examines a body, and its outline if it has one, before it is parsed.
pub(super) fn screen(body: &[u8], message: Option<MessageOutline<'_>>) -> Screened {
    let ValueCount { values, overhead } = count_values(body);
    let Some(MessageOutline { id, method, params }) = message else {
        return Screened::Answer(Box::new(malformed(outline::id(body).filter(|id| !is_too_long(id)))));
    };
    if id.as_ref().is_some_and(is_too_long) {
        return Screened::Answer(Box::new(id_too_long()));
    }
    match (method, id) {
        (None, Some(id)) if body.len() > MAX_UNANSWERED => match outline::response(body) {
            Some(response) => Screened::Outline(response, None),
            None => Screened::Answer(Box::new(malformed(Some(id)))),
        },
        // What it says is kept as long as its session, whether it begins one or is sent in one.
        (Some(method), Some(id)) if method == "initialize" => Screened::Outline(outline::initialize(&id, params), None),
        _ if values <= MAX_VALUES => Screened::Whole { overhead },
        (Some(method), Some(id)) if method == "tools/call" => {
            Screened::Outline(outline::call(&id, params), Some(ArgumentRefusal::TooManyValues))
        }
        (_, id) => {
            Screened::Answer(Box::new(ServerJsonRpcMessage::error(ArgumentRefusal::TooManyValues.as_error(), id)))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn l26_a_response_of_any_length_keeps_the_persons_answer_over_http() {
        for padding in [json!("x".repeat(100_000)), json!(vec![0; MAX_VALUES + 1])] {
            let content = json!({ "note": padding, "allow": true });
            let result = json!({ "_meta": { "x": padding }, "action": "accept", "content": content });
            let response = json!({ "jsonrpc": "2.0", "id": 3, "result": result }).to_string();
            let outline = MessageOutline::read(response.as_bytes()).ok();
            let Screened::Outline(cut, None) = screen(response.as_bytes(), outline) else { panic!("to be cut") };
            assert_eq!(cut["result"], json!({ "action": "accept", "content": { "allow": true } }));
        }
    }

    #[test]
    fn l100_a_response_that_says_its_result_twice_is_not_parsed() {
        let zeros = format!("[{}0]", "0,".repeat(MAX_VALUES));
        let response = format!(r#"{{"jsonrpc":"2.0","id":3,"result":{zeros},"result":{zeros}}}"#);
        let outline = MessageOutline::read(response.as_bytes()).ok();
        assert!(matches!(screen(response.as_bytes(), outline), Screened::Answer(_)));
    }

    #[test]
    fn l100_of_a_handshake_nothing_is_kept_but_what_is_read() {
        let heavy = json!(vec![json!({ "": 0 }); 9_000]);
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "elicitation": { "form": {} }, "experimental": { "x": heavy }, "extensions": { "x": heavy } },
            "clientInfo": { "name": "x", "version": "1", "title": "y", "icons": heavy },
            "_meta": { "x": heavy, "progressToken": 1 },
        });
        let initialize = json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": params }).to_string();
        let outline = MessageOutline::read(initialize.as_bytes()).ok();
        let Screened::Outline(kept, None) = screen(initialize.as_bytes(), outline) else { panic!("to be cut") };
        let params = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": { "elicitation": { "form": {} } },
            "clientInfo": { "name": "x", "version": "1" },
        });
        assert_eq!(kept, json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": params }));
    }
}
