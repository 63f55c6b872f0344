//! Undo: what a change replaces is stored before the change is made, and a person can restore it.
//!
//! `store.rs` stores, `locks.rs` tells whether a change is still being made, `retention.rs` limits what is stored, `preview.rs`
//! tells what an undo would do, and `restore.rs` judges and executes it.

mod already_undone;
mod current;
mod entry;
mod error;
mod history;
mod left_content;
mod locks;
mod preview;
mod recorder;
mod restore;
mod retention;
mod settle;
mod store;
mod undo_all;

pub use entry::UndoEntry;
pub use error::UndoError;
pub use locks::{PendingLock, UndoTurn};
pub use preview::{ChangeEffect, ChangeFileState, ContentChange, UndoPreview, UndoPreviews};
pub use recorder::UndoRecorder;
pub use restore::{LaterWork, UndoAttempt};
pub use retention::ZoneLimits;
pub use store::UndoStore;
