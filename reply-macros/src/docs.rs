//! The documentation of generated items: hovering over a type answers what it means.

use std::fmt::Write;

use reply_registry::{Entry, Status};

/// Writes `///` lines for a code.
pub(crate) fn of_entry(out: &mut String, entry: &Entry) {
    let mut text = format!("`{}`: {}\n\n", entry.code, entry.summary);
    match &entry.status {
        Status::Active => {}
        Status::Reserved { because } => _ = writeln!(text, "**Reserved**, not constructible yet: {because}.\n"),
        Status::Retired(tombstone) => {
            _ = writeln!(text, "**Retired** since {}: {}.\n", tombstone.since, tombstone.because);
        }
    }
    if let Some(message) = &entry.message {
        _ = writeln!(text, "```text\n{}\n```\n", message.text);
    }
    _ = writeln!(text, "{}\n", entry.explain.trim());
    _ = write!(text, "Agent: {}. Since {}.", entry.code.reply_type.action(), entry.since);
    lines(out, &text);
}

/// A carriage return alone is not allowed in a doc comment.
pub(crate) fn lines(out: &mut String, text: &str) {
    for line in text.replace('\r', "").lines() {
        _ = writeln!(out, "/// {line}");
    }
}
