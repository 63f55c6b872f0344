//! The documentation of generated items: hovering over a type answers what it means.

use std::fmt::Write;

use reply_registry::{RegistryEntry, Status};

/// What the registry says of a code, as Markdown.
pub(super) fn of_entry(entry: &RegistryEntry) -> String {
    let mut text = format!(" `{}`: {}\n\n", entry.code, entry.summary);
    match &entry.status {
        Status::Active => {}
        Status::Reserved { because } => _ = writeln!(text, " **Reserved**, not constructible yet: {because}.\n"),
        Status::Retired(tombstone) => {
            _ = writeln!(text, " **Retired** since {}: {}.\n", tombstone.since, tombstone.because);
        }
    }
    if let Some(message) = &entry.message {
        _ = writeln!(text, " ```text\n {}\n ```\n", message.text);
    }
    for line in entry.explain.trim().lines() {
        _ = writeln!(text, " {line}");
    }
    _ = write!(text, "\n Agent: {}. Since {}.", entry.code.reply_type().action().describe(), entry.since);
    // A carriage return alone is not allowed in a doc comment.
    text.replace('\r', "")
}
