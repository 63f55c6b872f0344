//! The one journal: a line of JSON for every call, decision, contract, approval and undo, in four files.
//!
//! `approved.jsonl` has what a person took part in: approvals, undos, changes under a request, and how the calls ended that they
//! belong to. `journal.jsonl` has what was allowed without one, which an agent can have by the million: contracts, and changes
//! under no request, whatever the operation.
//! `denials.jsonl` has what was denied, and `calls.jsonl` all other calls, with the causes of what failed. Each is set aside when
//! it is full, and only what lies beside it of its own kind makes room for it, so no amount of reads or denials costs a change,
//! and no amount of changes an approval (L106).
//!
//! Lines join by ids: `trace_id` is a call, `session` its session's label, `contract` and `request` what it was decided under.
//!
//! `line_file.rs` appends and syncs, `rotation.rs` rotates, `call_record.rs` is the line of a call, `reader.rs` reads all of
//! it back in order.

mod background;
mod call_record;
mod file_identity;
mod line_file;
mod reader;
mod rotation;
mod with_person;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use enforcement::{JournalUnavailable, Record};
use reply_kit::{CallEvent, TraceId};
use reply_mcp::log_stderr;
use serde::Serialize;
use serde_json::json;

use call_record::CallRecord;
use line_file::{Durability, LineFile};
use rotation::{ROTATE_AT, RotationLimits};
use with_person::CallsWithPerson;

pub(crate) use background::flush;
pub(crate) use reader::{JournalLine, JournalTail, RecordHead, each};

/// How much is kept of what people have to be able to look up, and for how long: as much of what a person took part in as of
/// all other changes.
const LASTING: RotationLimits = RotationLimits { bytes: 1024 * 1024 * 1024, age: Duration::from_hours(24 * 2 * 365) };
/// How much is kept of denials.
const DENIALS: RotationLimits = RotationLimits { bytes: 4 * ROTATE_AT, age: Duration::from_hours(24 * 365) };
/// How much is kept of all other calls.
const CALLS: RotationLimits = RotationLimits { bytes: ROTATE_AT, age: Duration::from_hours(24 * 90) };

/// All four files.
#[derive(Debug)]
pub(crate) struct JournalFile {
    approved: LineFile,
    changes: LineFile,
    denials: LineFile,
    calls: LineFile,
    /// Their ends belong to what a person took part in.
    with_person: CallsWithPerson,
}

impl JournalFile {
    pub(crate) fn at(path: &Path) -> Self {
        Self::rotating_at(ROTATE_AT, path)
    }

    fn rotating_at(rotate_at: u64, path: &Path) -> Self {
        let [approved, changes, denials, calls] = rotation::sequences(path);
        Self {
            approved: LineFile::new(approved, rotate_at, LASTING),
            changes: LineFile::new(changes, rotate_at, LASTING),
            denials: LineFile::new(denials, rotate_at, DENIALS),
            calls: LineFile::new(calls, rotate_at, CALLS),
            with_person: CallsWithPerson::default(),
        }
    }

    /// Notes what became of a call; `implied` is the session of a call that names none. What cannot be written costs no client an
    /// answer; a thread that must not wait hands it on.
    pub(crate) fn note(self: &Arc<Self>, event: CallEvent<'_>, implied: &str) {
        let record = CallRecord::of(event, implied);
        let had_person = self.with_person.take(event.envelope.trace_id());
        if !event.is_on_reactor {
            return self.write(&record, had_person);
        }
        let journal = Arc::clone(self);
        background::enqueue(move || journal.write(&record, had_person));
    }

    fn write(&self, record: &CallRecord, had_person: bool) {
        // A call that enforcement answered is part of what was decided.
        let file = match record.code.filter(|code| code.starts_with(<replies::En as reply_kit::Layer>::NAME)) {
            Some(_) if record.is_denied => &self.denials,
            Some(_) if had_person => &self.approved,
            Some(_) => &self.changes,
            None => &self.calls,
        };
        if let Err(error) = file.append(record, Durability::Quick) {
            log_stderr!("ck3raven: the journal cannot be written: {error}");
        }
    }

    /// Sees whether it can be written, without writing anything.
    pub(crate) fn check_opens(&self) -> io::Result<()> {
        [&self.approved, &self.changes, &self.denials, &self.calls].into_iter().try_for_each(LineFile::check_opens)
    }

    /// Records why something failed, under its call: the agent learns only that it failed.
    pub(crate) fn failure(&self, trace_id: TraceId, cause: &io::Error) {
        let line = json!({ "event": "failure", "trace_id": trace_id.to_string(), "cause": cause.to_string() });
        if let Err(error) = self.calls.append(&line, Durability::Quick) {
            log_stderr!("ck3raven: {trace_id}: {cause}; the journal cannot be written: {error}");
        }
    }

    /// Notes something a person did. It is on disk when this returns.
    pub(crate) fn person(&self, what: &impl Serialize) -> io::Result<()> {
        self.approved.append(what, Durability::Synced)
    }
}

impl enforcement::Journal for JournalFile {
    /// On disk when this returns: a decision or a change is reported only after that.
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        let file = match record {
            // What was denied changes nothing, and an agent can have it denied at will.
            Record::Decision { code: Some(_), .. } => &self.denials,
            // So can it change what takes no person, and open contracts.
            Record::Decision { request: None, .. }
            | Record::Executed { request: None, .. }
            | Record::ContractOpened { .. }
            | Record::ContractClosed { .. } => &self.changes,
            Record::Decision { request: Some(_), .. }
            | Record::Executed { request: Some(_), .. }
            | Record::Approval { .. } => {
                self.with_person.add(record.trace_id());
                &self.approved
            }
        };
        file.append(record, Durability::Synced).map_err(|error| {
            log_stderr!("ck3raven: the journal cannot be written: {error}");
            // Another of the files may still take the cause.
            self.failure(record.trace_id(), &error);
            JournalUnavailable
        })
    }
}

#[cfg(test)]
mod tests;
