//! The line of a call: who asked, what was asked as far as that may be kept, and what was answered.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use reply_kit::{ArgumentOutline, CallEvent, Envelope, Outline, ReplyType, SessionSource, Text};
use serde::Serialize;
use serde_json::{Map, Value, json};
use world_adapter::Digest;

/// The most bytes of one text in a line, and of all that an agent chose in it: it must not choose how soon the journal is full.
const MAX_TEXT: usize = 300;
const MAX_CHOSEN: usize = 2_000;
/// The most items of a list, and the deepest object.
const MAX_ITEMS: usize = 10;
const MAX_DEPTH: usize = 3;

/// A call, as the journal notes it.
#[derive(Debug, Serialize)]
pub(super) struct CallRecord {
    event: &'static str,
    trace_id: String,
    /// The session's label; nothing where the call never came to name one.
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    /// What the client calls itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    client: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_version: Option<String>,
    tool: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<Value>,
    /// None for a call that its client cancelled before it changed anything: that has no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    /// The parameters of what was not a success.
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Value>,
    /// The request that waits for a person, if that is what was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    duration_ms: u64,
    /// For a failure: equal for equal answers to equal input.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<String>,
    #[serde(skip)]
    pub(super) is_denied: bool,
}

impl CallRecord {
    /// The record of a call; `implied` is the label of the session that a call means which names none.
    pub(super) fn of(event: CallEvent<'_>, implied: &str) -> Self {
        let CallEvent { tool, envelope, is_cancelled, arguments, context, .. } = event;
        let client = context.and_then(|context| context.client());
        let session = context.and_then(|context| {
            let is_implied = context.session() == SessionSource::Implied;
            context.session_label().map(Text::to_string).or_else(|| is_implied.then(|| implied.to_owned()))
        });
        let reply_type = Some(envelope.reply_type()).filter(|_| !is_cancelled);
        let failed = reply_type.filter(|reply_type| *reply_type != ReplyType::S).map(|_| &envelope.as_value()["data"]);
        Self {
            event: if is_cancelled { "cancelled" } else { "call" },
            trace_id: envelope.trace_id().to_string(),
            session,
            client: client.map(|client| client.name.to_string()),
            client_version: client.map(|client| client.version.to_string()),
            tool,
            arguments: arguments.map(kept_arguments),
            code: reply_type.map(|_| envelope.code().as_str()),
            params: failed.map(|data| BoundedText::default().value(data, MAX_DEPTH)),
            request: failed.and_then(|data| data["request"].as_str()).map(str::to_owned),
            duration_ms: u64::try_from(envelope.duration().as_millis()).unwrap_or(u64::MAX),
            mistake: failed.map(|_| mistake(envelope)),
            is_denied: reply_type == Some(ReplyType::D),
        }
    }
}

/// What is kept of the arguments: what their definition shows, and of other text size and digest.
fn kept_arguments(outline: &ArgumentOutline<'_>) -> Value {
    BoundedText::default().fields(outline, MAX_DEPTH)
}

/// A short name for what a reply says, without its trace id and duration.
fn mistake(envelope: &Envelope) -> String {
    let mut hasher = DefaultHasher::new();
    let envelope = envelope.as_value();
    (envelope["code"].as_str(), envelope["data"].to_string()).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Text that an agent chose, within the bounds of a line.
struct BoundedText {
    left: usize,
}

impl Default for BoundedText {
    fn default() -> Self {
        Self { left: MAX_CHOSEN }
    }
}

impl BoundedText {
    /// As much of a text as there is room for, and how much is left out.
    fn text(&mut self, text: &str) -> Value {
        let kept = &text[..text.floor_char_boundary(MAX_TEXT.min(self.left))];
        self.left -= kept.len();
        match text.len() - kept.len() {
            0 => kept.into(),
            rest => format!("{kept}… and {rest} more bytes").into(),
        }
    }

    fn fields(&mut self, outline: &ArgumentOutline<'_>, depth: usize) -> Value {
        let mut kept = Map::new();
        for (name, value) in &outline.fields {
            kept.insert((*name).to_owned(), self.outline(value, depth));
        }
        if outline.unknown > 0 {
            kept.insert("unknown_fields".to_owned(), outline.unknown.into());
        }
        kept.into()
    }

    fn outline(&mut self, outline: &Outline<'_>, depth: usize) -> Value {
        match outline {
            Outline::Flag(flag) => (*flag).into(),
            Outline::Number(number) => Value::Number((*number).clone()),
            // What a definition shows may still hold a path of the host, if an agent sent one.
            Outline::Shown(text) => self.text(Text::echo(text).as_str()),
            Outline::Text(text) => {
                let digest: String = Digest::of(text.as_bytes()).to_string().chars().take(16).collect();
                json!({ "bytes": text.len(), "sha256": digest })
            }
            Outline::List(items, rest) => list(items, *rest, |item| self.outline(item, depth)),
            Outline::Object(fields) if depth > 0 => self.fields(fields, depth - 1),
            Outline::Opaque(kind, parts) => json!({ "kind": kind, "parts": parts }),
            _ => Value::Null,
        }
    }

    /// A value of a reply, to a depth that the data of a reply hardly has.
    fn value(&mut self, value: &Value, depth: usize) -> Value {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(_) | Value::Object(_) if depth == 0 => "…".into(),
            Value::Array(items) => list(items, 0, |item| self.value(item, depth - 1)),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| (name.clone(), self.value(value, depth - 1)))
                .collect::<Map<_, _>>()
                .into(),
            plain => plain.clone(),
        }
    }
}

/// The first items of a list, and how many there are besides; `rest` more were left out before.
fn list<T>(items: &[T], rest: usize, keep: impl FnMut(&T) -> Value) -> Value {
    let rest = rest + items.len().saturating_sub(MAX_ITEMS);
    let mut kept: Vec<Value> = items.iter().take(MAX_ITEMS).map(keep).collect();
    kept.extend((rest > 0).then(|| format!("and {rest} more").into()));
    kept.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l106_what_an_agent_chose_is_short_in_a_line_whatever_it_chose() {
        let long = "x".repeat(100_000);
        let data = json!({ "target": long, "problems": vec![json!({ "field": long }); 1_000] });
        let kept = BoundedText::default().value(&data, MAX_DEPTH);
        assert!(kept.to_string().len() < 4_000, "{}", kept.to_string().len());
        let outline = ArgumentOutline {
            fields: vec![("path", Outline::Shown(&long)), ("content", Outline::Text(&long))],
            unknown: 3,
        };
        let kept = kept_arguments(&outline);
        assert!(kept.to_string().len() < 1_000, "{kept}");
        assert_eq!((&kept["content"]["bytes"], &kept["unknown_fields"]), (&json!(100_000), &json!(3)));
    }

    #[test]
    fn l68_a_path_of_the_host_that_an_agent_sends_is_not_kept() {
        let outline = ArgumentOutline { fields: vec![("id", Outline::Shown("/home/nate/.ssh"))], unknown: 0 };
        assert!(!kept_arguments(&outline).to_string().contains("nate"));
    }
}
