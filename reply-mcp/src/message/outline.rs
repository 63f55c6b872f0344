//! The outline of a message: the parts that an answer needs, without the rest.

use std::borrow::Cow;
use std::collections::HashMap;

use rmcp::model::{ErrorCode, ErrorData, RequestId};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::message::{MAX_MESSAGE, MAX_VALUES};

/// The most bytes of a part that are kept.
const MAX_KEPT: usize = 4 * 1024;

/// Why a call arrives without its arguments: an extension of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentRefusal {
    /// The requests in flight have reached their memory limit.
    Overloaded,
    /// It has more than [`MAX_VALUES`] values.
    TooManyValues,
    /// It has more than [`MAX_MESSAGE`] bytes.
    TooLong,
    /// It is JSON that no value can represent: a number out of range, half of a surrogate pair, too many levels.
    Unreadable,
}

impl ArgumentRefusal {
    /// What is wrong with the arguments, and what was expected; `None` if the arguments are not to blame.
    pub(crate) fn problem(self) -> Option<(&'static str, String)> {
        match self {
            Self::Overloaded => None,
            Self::TooManyValues => Some(("has too many values", format!("at most {MAX_VALUES} values in a request"))),
            Self::TooLong => {
                Some(("is too long", format!("at most {MAX_MESSAGE} bytes in a request, its escapes included")))
            }
            Self::Unreadable => {
                let expected = "numbers within range, whole surrogate pairs and at most 128 levels";
                Some(("cannot be read", expected.to_owned()))
            }
        }
    }

    pub(crate) fn as_error(self) -> ErrorData {
        match self.problem() {
            None => {
                let problem = "the requests in flight hold too many bytes; send it again later";
                ErrorData::new(ErrorCode(-32000), problem, None)
            }
            Some((problem, expected)) => {
                ErrorData::invalid_params(format!("the request {problem}; expected {expected}"), None)
            }
        }
    }
}

/// The parts of a message that an answer needs, borrowed from it.
#[derive(Deserialize)]
pub(crate) struct MessageOutline<'m> {
    pub(crate) id: Option<RequestId>,
    #[serde(borrow, default)]
    pub(crate) method: Option<Cow<'m, str>>,
    #[serde(borrow, default)]
    pub(crate) params: Option<&'m RawValue>,
}

impl<'m> MessageOutline<'m> {
    pub(crate) fn read(message: &'m [u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(message)
    }
}

/// The id of a JSON value that has no other part of a message.
pub(crate) fn id(value: &[u8]) -> Option<RequestId> {
    #[derive(Deserialize)]
    struct IdOutline {
        id: RequestId,
    }
    serde_json::from_slice(value).ok().map(|IdOutline { id }| id)
}

#[derive(Default, Deserialize)]
struct ParamsOutline<'m> {
    #[serde(borrow, default)]
    name: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'m RawValue>,
}

/// A call without its arguments.
pub(crate) fn call(id: &RequestId, params: Option<&RawValue>) -> Value {
    let outline: ParamsOutline<'_> = params.and_then(part).unwrap_or_default();
    let mut params = json!({ "name": outline.name.and_then(short).unwrap_or_default(), "arguments": {} });
    if let Some(meta) = outline.meta.and_then(short) {
        params["_meta"] = meta;
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// What a handshake says that anything reads. It is kept as long as its session.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HandshakeOutline<'m> {
    #[serde(borrow, default)]
    protocol_version: Option<&'m RawValue>,
    #[serde(borrow, default)]
    capabilities: Option<&'m RawValue>,
    #[serde(borrow, default)]
    client_info: Option<&'m RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'m RawValue>,
}

/// A handshake with nothing but what is read of it: the client's name and version, and whether it shows forms.
pub(crate) fn initialize(id: &RequestId, params: Option<&RawValue>) -> Value {
    let outline: HandshakeOutline<'_> = params.and_then(part).unwrap_or_default();
    let mut params = json!({});
    // What is absent, or no object, stays absent: rmcp says so.
    let mut keep = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            params[name] = value;
        }
    };
    keep("protocolVersion", outline.protocol_version.and_then(short));
    keep("capabilities", outline.capabilities.and_then(|value| fields(value, &["elicitation"])));
    keep("clientInfo", outline.client_info.and_then(|value| fields(value, &["name", "version"])));
    let meta = outline.meta.and_then(|value| fields(value, &["io.modelcontextprotocol/protocolVersion"]));
    keep("_meta", meta.filter(|meta| meta != &json!({})));
    json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": params })
}

/// An object with nothing but these fields of it, if they are short.
fn fields(object: &RawValue, names: &[&str]) -> Option<Value> {
    let object: HashMap<Cow<'_, str>, &RawValue> = part(object)?;
    let kept = names.iter().filter_map(|name| Some(((*name).to_owned(), short(object.get(*name)?)?)));
    Some(Value::Object(kept.collect()))
}

#[derive(Deserialize)]
struct ResponseOutline<'m> {
    id: RequestId,
    #[serde(borrow, default)]
    result: Option<&'m RawValue>,
}

#[derive(Default, Deserialize)]
struct ResultOutline<'m> {
    #[serde(borrow, default)]
    action: Option<&'m RawValue>,
    #[serde(borrow, default)]
    content: Option<&'m RawValue>,
}

/// The person's answer: the one field of the form.
#[derive(Default, Deserialize)]
struct ContentOutline<'m> {
    #[serde(borrow, default)]
    allow: Option<&'m RawValue>,
}

/// A response to a question, with nothing but the person's answer; any other counts as a failure of the client.
pub(crate) fn response(message: &[u8]) -> Option<Value> {
    let ResponseOutline { id, result } = serde_json::from_slice(message).ok()?;
    let result: ResultOutline<'_> = result.and_then(part).unwrap_or_default();
    let Some(action) = result.action.and_then(short) else {
        let error = json!({ "code": ErrorCode::INTERNAL_ERROR.0, "message": "the response cannot be read" });
        return Some(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
    };
    let mut kept = json!({ "action": action });
    let content: Option<ContentOutline<'_>> = result.content.and_then(part);
    if let Some(allow) = content.and_then(|content| content.allow).and_then(short) {
        kept["content"] = json!({ "allow": allow });
    }
    Some(json!({ "jsonrpc": "2.0", "id": id, "result": kept }))
}

fn part<'m, T: Deserialize<'m>>(value: &'m RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// A part, if it is short.
fn short(value: &RawValue) -> Option<Value> {
    (value.get().len() <= MAX_KEPT).then(|| part(value)).flatten()
}
