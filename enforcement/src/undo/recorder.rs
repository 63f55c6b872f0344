//! The interface between enforcement and the store of replaced content.

use std::io;

use reply_kit::TraceId;
use world_adapter::{FolderSnapshot, Prepared};

use super::{PendingLock, UndoEntry, UndoError, UndoTurn};
use crate::policy::Requirement;

/// Records what a change is about to replace, so that a person can restore it.
pub trait UndoRecorder: Send + Sync {
    /// Called after a change is prepared and before it is made, with what it required. If this fails, the change is not made.
    ///
    /// The lock is held until the change is confirmed or discarded.
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> io::Result<PendingLock>;

    /// The same for an undo that replaces later work, with the change that it undoes.
    fn record_undo(&self, trace_id: TraceId, undo: &Prepared<'_>, undoes: &str) -> io::Result<PendingLock> {
        let _ = undoes;
        self.record(trace_id, undo, Requirement::Token)
    }

    /// The change was not made: discards its record.
    fn discard(&self, _trace_id: TraceId) {}

    /// The change was made. A failure here does not affect it.
    fn confirm(&self, _trace_id: TraceId, _needed: Requirement) {}

    /// Waits until no other undo is in progress, in this process or another one.
    fn take_turn(&self) -> Result<UndoTurn, UndoError> {
        Ok(UndoTurn::default())
    }

    /// Notes that nobody can tell any more whether a change was made, before it is confirmed.
    fn mark_uncertain(&self, _trace_id: TraceId) {}

    /// Changes that were recorded and neither confirmed nor discarded, because their process ended in between.
    fn unsettled(&self) -> Vec<UndoEntry> {
        Vec::new()
    }

    /// A recorded change, and the previous content; `None` if the file did not exist.
    fn load(&self, trace_id: &str) -> Result<(UndoEntry, Option<Vec<u8>>), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// The folder that a recorded change deleted.
    fn load_folder(&self, trace_id: &str) -> Result<FolderSnapshot, UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// Every change that was made or may have been, undone or not.
    fn all(&self) -> Result<Vec<UndoEntry>, UndoError> {
        Ok(Vec::new())
    }

    /// Prepares what [`UndoRecorder::mark_undone`] needs, before anything is restored. If this fails, nothing is restored.
    fn prepare_undone(&self, _trace_id: &str) -> Result<(), UndoError> {
        Ok(())
    }

    /// Nothing was restored: discards what was prepared for it.
    fn discard_undone(&self, _trace_id: &str) {}

    /// Marks a change whose undo was reverted as not undone.
    fn mark_made(&self, trace_id: &str) -> Result<(), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// Marks a change as undone.
    fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }
}
