use std::fmt::Write;

use reply_registry::{Code, RegistryParam, ReplyType};

use super::{fields, string};

/// The placeholder of a message that is still to be written.
pub(crate) const MESSAGE: &str = "To be written: what happened.";
/// The placeholder of a summary that is still to be written.
pub(crate) const SUMMARY: &str = "To be written: one line for lists.";
/// The placeholder of an explanation that is still to be written.
pub(crate) const EXPLAIN: &str = "To be written: when this is given, and what to do then.";

/// Whether a text is a placeholder.
pub(crate) fn is_filled_in(text: &str) -> bool {
    [MESSAGE, SUMMARY, EXPLAIN].contains(&text.trim())
}

/// An entry that is about to be written.
#[derive(Debug)]
pub(crate) struct NewEntry {
    pub(crate) code: Code,
    pub(crate) key: String,
    pub(crate) message: Option<String>,
    pub(crate) params: Vec<RegistryParam>,
    pub(crate) summary: String,
    pub(crate) explain: String,
    pub(crate) since: String,
}

impl NewEntry {
    /// The entry as the registry has it: fields in the order of the others, equals signs under each other.
    pub(crate) fn toml(&self) -> String {
        let mut out = String::from("[[reply]]\n");
        let mut field = |name: &str, value: String| _ = writeln!(out, "{name:<7} = {value}");
        field("code", string(&self.code.to_string()));
        field("key", string(&self.key));
        if let Some(message) = &self.message {
            field("message", string(message));
        }
        if !self.params.is_empty() {
            field("params", format!("{{ {} }}", fields(&self.params)));
        }
        field("summary", string(&self.summary));
        field("explain", string(&self.explain));
        field("since", string(&self.since));
        out
    }

    /// The message of a new entry: what was given, or a reminder where one is needed (L18).
    pub(crate) fn message_or_reminder(given: Option<String>, reply_type: ReplyType) -> Option<String> {
        given.or_else(|| (reply_type != ReplyType::S).then(|| MESSAGE.to_owned()))
    }
}
