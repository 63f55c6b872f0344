//! `undo`: bring back what a change replaced. Enforcement does it; here it is told.

use std::process::ExitCode;

use enforcement::UndoStore;
use reply_mcp::log_stderr;
use serde_json::json;

use super::approvals::ago;
use super::fail;
use crate::app::App;
use crate::places::Places;

pub(crate) fn list(places: &Places) -> ExitCode {
    let changes = match UndoStore::at(places.undo()).list() {
        Ok(changes) => changes,
        Err(error) => return fail(&error),
    };
    if changes.is_empty() {
        say!("no change is kept");
    }
    for change in changes {
        let undone = if change.undone { " (undone)" } else { "" };
        say!("{}  {} {}, {}{undone}", change.trace_id, change.operation, change.target, ago(change.at));
    }
    ExitCode::SUCCESS
}

pub(crate) fn run(app: &App, places: &Places, trace_id: &str) -> ExitCode {
    let change = match app.enforcement.undo(app.wrapper(), &UndoStore::at(places.undo()), trace_id) {
        Ok(change) => change,
        Err(error) => return fail(&error),
    };
    let note = json!({ "event": "undo", "undone": trace_id, "operation": change.operation, "target": change.target });
    if let Err(error) = app.journal.person(&note) {
        log_stderr!("warning: it was undone, but that could not be noted: {error}");
    }
    say!("undone: {} {}", change.operation, change.target);
    ExitCode::SUCCESS
}
