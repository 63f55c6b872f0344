//! What happens after a change was made does not unmake it (L27).

use replies::Code;
use std::sync::Arc;

use enforcement::{Journal, JournalUnavailable, PendingLock, Record, Requirement, UndoRecorder};
use reply_kit::TraceId;
use serde_json::json;
use tests_worlds::MemoryJournal;
use world_adapter::Prepared;

use crate::world::World;

/// Fails, or panics, when it is told that a change was made.
struct FailingWriter {
    panics: bool,
    notes: Arc<MemoryJournal>,
}

impl Journal for FailingWriter {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        if let Record::Executed { failure: None, .. } = record {
            assert!(!self.panics, "the journal is on fire");
            return Err(JournalUnavailable);
        }
        self.notes.record(record)
    }
}

impl UndoRecorder for FailingWriter {
    fn record(&self, _: TraceId, _: &Prepared<'_>, _: Requirement) -> std::io::Result<PendingLock> {
        Ok(PendingLock::default())
    }

    fn confirm(&self, _: TraceId, _: Requirement) {
        assert!(!self.panics, "the store is on fire");
    }
}

#[test]
fn l27_a_change_that_was_made_is_reported_as_made_whatever_happens_afterwards() {
    for panics in [false, true] {
        let spoilsport = || FailingWriter { panics, notes: Arc::default() };
        let world = World::builder()
            .journal(spoilsport())
            .recorder(spoilsport())
            .person(reply_kit::ClientDecision::Granted)
            .build()
            .with_contract("mod:A", &["mod:A"]);
        for (call, code) in [
            (json!({ "command": "write", "path": "mod:A/a.txt", "content": "new" }), Code::FileWritten),
            (
                json!({ "command": "edit", "path": "mod:A/a.txt", "old_text": "new", "new_text": "x" }),
                Code::FileWritten,
            ),
            (json!({ "command": "rename", "path": "mod:A/a.txt", "to": "mod:A/b.txt" }), Code::FileRenamed),
            (json!({ "command": "delete", "path": "mod:A/b.txt" }), Code::FileDeleted),
        ] {
            assert_eq!(world.file(call).code, code, "panics: {panics}");
        }
        assert!(world.names("docs/mod/A").is_empty());
    }
}
