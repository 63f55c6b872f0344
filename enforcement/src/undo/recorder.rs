//! What enforcement asks of the place where replaced content is kept.

use std::io;

use reply_kit::TraceId;
use world_adapter::{FolderSnapshot, Prepared};

use super::{UndoEntry, UndoError};
use crate::policy::Requirement;

/// Records what a change is about to replace, so that a person can have it back.
pub trait UndoRecorder: Send + Sync {
    /// Called after a change is prepared and before it is made, with what it needed. If this fails, it is not made.
    fn record(&self, trace_id: TraceId, change: &Prepared<'_>, needed: Requirement) -> io::Result<()>;

    /// The change was not made: its record is of no use.
    fn discard(&self, trace_id: TraceId) {
        let _ = trace_id;
    }

    /// The change was made. Nothing that goes wrong here changes that.
    fn confirm(&self, trace_id: TraceId, needed: Requirement) {
        let _ = (trace_id, needed);
    }

    /// Changes that were recorded a while ago and neither confirmed nor discarded: their process ended in between.
    fn unsettled(&self) -> Vec<UndoEntry> {
        Vec::new()
    }

    /// A recorded change, and what the file held before it; nothing if it was not there.
    fn load(&self, trace_id: &str) -> Result<(UndoEntry, Option<Vec<u8>>), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// The folder that a recorded change deleted.
    fn load_folder(&self, trace_id: &str) -> Result<FolderSnapshot, UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// Puts in place what [`UndoRecorder::mark_undone`] needs, before anything is restored. If this fails, nothing is.
    fn prepare_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        let _ = trace_id;
        Ok(())
    }

    /// Nothing was restored: what was put in place for it is of no use.
    fn forget_undone(&self, trace_id: &str) {
        let _ = trace_id;
    }

    /// Marks a change that was undone as made again.
    fn mark_made(&self, trace_id: &str) -> Result<(), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }

    /// Marks a change as undone.
    fn mark_undone(&self, trace_id: &str) -> Result<(), UndoError> {
        Err(UndoError::Unknown(trace_id.to_owned()))
    }
}
