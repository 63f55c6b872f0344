//! Examines a body before it is parsed.

use rmcp::model::ServerJsonRpcMessage;
use serde_json::Value;

use crate::message::outline::{self, ArgumentRefusal, MessageOutline};
use crate::message::{MAX_UNANSWERED, MAX_VALUES, VALUE_COST, count_values, id_too_long, is_too_long, malformed};

/// How a whole HTTP body is handled; rmcp itself parses those that pass.
#[derive(Debug)]
pub(super) enum Screened {
    /// It passes; besides its text it holds this many bytes.
    Whole { overhead: usize },
    /// Its outline passes: a call without its arguments and why, or a response without its unsolicited content.
    Outline(Value, Option<ArgumentRefusal>),
    /// Answered without rmcp.
    Answer(Box<ServerJsonRpcMessage>),
}

/// Examines a body, and its outline if it has one, before it is parsed.
pub(super) fn screen(body: &[u8], message: Option<MessageOutline<'_>>) -> Screened {
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
}
