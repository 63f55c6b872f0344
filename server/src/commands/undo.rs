//! `undo`: restore what a change replaced. Enforcement does it; this prints what it answered.

use std::process::ExitCode;

use enforcement::{UndoRecorder as _, UndoStore, Undone, quoted};
use replies::Code;
use reply_kit::{Envelope, ReplyType, visible};
use reply_mcp::log_stderr;
use serde_json::json;

use super::approvals::ago;
use super::fail;
use crate::app::App;
use crate::state_paths::StatePaths;

/// Whether changes wait to be looked at that a process was killed over.
pub(crate) fn has_unsettled(paths: &StatePaths) -> bool {
    !UndoStore::at(paths.undo()).unsettled().is_empty()
}

pub(crate) fn list(paths: &StatePaths) -> ExitCode {
    let changes = match UndoStore::at(paths.undo()).list() {
        Ok(changes) => changes,
        Err(error) => return fail(&error),
    };
    if changes.is_empty() {
        outln!("no change is kept");
    }
    for change in changes {
        let undone = if change.undone { " (undone)" } else { "" };
        let (operation, target) = (visible(&change.operation), quoted(&change.target));
        let to = change.renamed_to.as_deref().map(|to| format!(" to {}", quoted(to))).unwrap_or_default();
        let folder =
            change.folder.as_ref().map(|folder| format!(" (a folder, {} files)", folder.files)).unwrap_or_default();
        outln!("{}  {operation} {target}{folder}{to}, {}{undone}", visible(&change.trace_id), ago(change.at));
    }
    ExitCode::SUCCESS
}

/// Why nothing was changed: the code, what it means, its values, and what the person can do.
fn refused(envelope: &Envelope) -> String {
    let entry = envelope.code().entry();
    let values = &envelope.as_value()["data"];
    let help = if envelope.code() == Code::PathNotFound { WITH_ITS_CONFIGURATION } else { entry.explain };
    let values = visible(&values.to_string()).into_owned();
    format!("nothing was changed: {} {}\n  {values}\n{help}", envelope.code(), entry.summary)
}

/// What resolves nowhere here lies in a world that another configuration describes.
const WITH_ITS_CONFIGURATION: &str = "This world has no such address. If the change was made in another world, name the \
    configuration that the server ran with: `ck3raven --config FILE undo ID`.";

pub(crate) fn run(app: &App, trace_id: &str) -> ExitCode {
    let Undone { entry, envelope, unmarked } = match app.enforcement.undo(app.wrapper(), trace_id) {
        Ok(undone) => undone,
        Err(error) => return fail(&error),
    };
    if envelope.reply_type() != ReplyType::S {
        return fail(&refused(&envelope));
    }
    let note = json!({ "event": "undo", "undone": trace_id, "operation": entry.operation, "target": entry.target });
    if let Some(error) = unmarked {
        log_stderr!("warning: it was undone, but is still listed as if it were not: {error}");
    }
    if let Err(error) = app.journal.person(&note) {
        log_stderr!("warning: it was undone, but that could not be noted: {error}");
    }
    outln!("undone: {} {}", visible(&entry.operation), quoted(&entry.target));
    ExitCode::SUCCESS
}
