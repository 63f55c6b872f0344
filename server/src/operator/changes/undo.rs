//! Undoing changes, and what a person does where that is refused.

use enforcement::{LaterWork, UndoEntry, UndoError};
use replies::Code;
use reply_kit::{Envelope, ReplyType};
use serde::Serialize;
use serde_json::{Value, json};

use super::UndoableChange;
use crate::app::App;
use crate::journal::JournalFile;

/// Why something was not done: the code, its meaning, and its values.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ChangeRefusal {
    pub(crate) code: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) data: Value,
    /// What the user can do.
    pub(crate) help: String,
}

impl ChangeRefusal {
    /// Of undoing a change.
    fn of_undo(envelope: &Envelope, entry: &UndoEntry) -> Self {
        let refusal = Self::of(envelope);
        let is_mod = entry.creates_mod() && envelope.code() == Code::UndoWouldLoseWork;
        let help = if is_mod { MOVE_AWAY.to_owned() } else { refusal.help };
        Self { help, ..refusal }
    }

    pub(super) fn of(envelope: &Envelope) -> Self {
        let entry = envelope.code().entry();
        let help = match envelope.code() {
            code if code == Code::PathNotFound => WITH_ITS_CONFIGURATION,
            code if code == Code::UndoWouldLoseWork => BY_FORCE,
            // Its explanation is for people already: only they undo.
            code if code == Code::UndoOtherWorld => entry.explain.trim(),
            code if code == Code::TargetExists => "Something else has that name now. Move it away, and undo again.",
            code if code == Code::TargetReadOnly => "It is read-only now. Make it writable, and undo again.",
            code if code == Code::TargetBusy || code == Code::FileInUse => {
                "Another program has it open, or changes it. Close that program, and undo again."
            }
            _ if envelope.reply_type() == ReplyType::E => SEE_TRACE,
            // What the registry says of a code is said to agents.
            _ => LOOK_FIRST,
        };
        Self {
            code: envelope.code().as_str(),
            summary: entry.summary,
            data: envelope.as_value()["data"].clone(),
            help: help.to_owned(),
        }
    }
}

/// The address does not resolve here: it belongs to a world that another configuration describes.
const WITH_ITS_CONFIGURATION: &str = "This world has no such address. If the change was made in another world, name the \
    configuration that the server ran with: `ck3raven --config FILE undo ID`.";

const SEE_TRACE: &str =
    "It failed, and nothing changed. `ck3raven journal` has the cause; `ck3raven doctor` looks at the disk.";

const LOOK_FIRST: &str = "`ck3raven undo ID --dry-run` shows what is there now and what it would become, `ck3raven explain CODE` \
    what the code means. Put right what is in the way, and undo again.";

/// What a person may do and no agent: later work is kept when it is replaced.
const BY_FORCE: &str = "The file was changed after the change that is to be undone. Undo the later changes first, newest first, or \
    replace what is there too with `--force`: it is kept, and can be brought back in turn.";

/// No force removes a mod that somebody has worked in.
pub(crate) const MOVE_AWAY: &str = "The mod was worked in since it was created. Undo the later changes first, newest first, or move away what \
    `ck3raven undo ID --dry-run` says stays.";

/// The outcome of undoing one or several changes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoReport {
    /// The changes that are undone now.
    pub(crate) undone: Vec<UndoneChange>,
    /// The change that could not be undone, because of which none is.
    pub(crate) refused: Option<(UndoableChange, ChangeRefusal)>,
    /// Changes that were undone before it and could not be redone: they are undone although nothing should be.
    pub(crate) stuck: Vec<UndoableChange>,
    /// Why an undo could not be written to the journal, if that failed.
    pub(crate) not_noted: Option<String>,
    /// Why an undone change is still listed as not undone, if that failed.
    pub(crate) not_marked: Option<String>,
}

/// A change that is undone.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UndoneChange {
    pub(crate) change: UndoableChange,
    /// The id of the undo itself in the journal; later work that it replaced is stored under this id.
    pub(crate) undo: String,
    pub(crate) was_forced: bool,
}

/// Undoes changes, the newest first: all of them, or none. Each is in the journal when this returns.
pub(crate) fn undo(app: &App, trace_ids: &[String], later: LaterWork) -> Result<UndoReport, UndoError> {
    let steps = app.enforcement.undo_all(app.wrapper(), trace_ids, later)?;
    let mut report =
        UndoReport { undone: Vec::new(), refused: None, stuck: Vec::new(), not_noted: None, not_marked: None };
    for step in steps {
        let change = UndoableChange::of(&step.entry);
        if step.is_stuck() {
            report.stuck.push(change);
        } else if step.is_undone() {
            let undo = step.envelope.trace_id().to_string();
            let was_forced = step.was_forced;
            report.not_marked = step.unmarked.map(|error| error.to_string()).or(report.not_marked);
            report.not_noted = note(&app.journal, &change, &undo, was_forced).or(report.not_noted);
            report.undone.push(UndoneChange { change: UndoableChange { is_undone: true, ..change }, undo, was_forced });
        } else if step.envelope.reply_type() != ReplyType::S {
            report.refused = Some((change, ChangeRefusal::of_undo(&step.envelope, &step.entry)));
        }
    }
    Ok(report)
}

fn note(journal: &JournalFile, change: &UndoableChange, undo: &str, was_forced: bool) -> Option<String> {
    let line = json!({
        "event": "undo",
        "trace_id": undo,
        "undone": change.trace_id,
        "operation": change.operation,
        "target": change.target,
        "forced": was_forced,
    });
    journal.person(&line).err().map(|error| error.to_string())
}
