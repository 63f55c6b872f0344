//! Whether a change is permitted: policy, contracts, tokens.
//!
//! [`Enforcement::authorize`] takes a resolved target and an operation by value and returns a [`Permit`] that can be executed
//! once, or ends the call with a denial that says what would be needed. It holds the world's one authority and EN's voice, so
//! no other code can permit a change or deny one.
//!
//! **Invariant:** with EN's voice it never answers I; it never checks reads, and never decides before execution time. What is permitted is one
//! table, in `policy/mod.rs`.
//!
//! Start reading at `policy/mod.rs`, then [`Enforcement::authorize`]; [`Contracts`] has CT's voice and a lifecycle of its own.
//!
//! ```
//! use enforcement::{ChangeData, EnforceCodes, Enforcement};
//! use replies::en::success::FileWritten;
//! use reply_kit::{CallContext, DeclaresSuccess, ReplyBuilder, ReplyResult};
//! use world_adapter::{Resolved, SessionId, Write};
//!
//! /// Empties a file: the call ends with the success, or with the one reply that says why nothing was changed.
//! fn empty<'c, T: EnforceCodes + DeclaresSuccess<FileWritten, ChangeData>>(
//!     enforcement: &Enforcement,
//!     rb: ReplyBuilder<'c, T>,
//!     (session, target): (SessionId, Resolved),
//!     context: &CallContext,
//! ) -> ReplyResult<'c> {
//!     let (rb, permit) = enforcement.authorize(rb, session, target, Write::new(""), context)?;
//!     enforcement.write(rb, permit)
//! }
//! ```
#![forbid(unsafe_code)]

mod approvals;
mod clock;
mod codes;
mod contracts;
mod enforcement;
mod execute;
mod journal;
mod policy;
mod quoted;
mod undo;

pub use approvals::{
    ApprovalAnswer, ApprovalDecision, ApprovalQueue, ApprovalQueueError, ApprovalRequest, FileApprovalQueue, GRANT_TTL,
    MAX_PENDING_OF_SESSION, PendingApproval, REFUSAL_COOLDOWN, REQUEST_TTL,
};
pub use clock::Clock;
pub use codes::{ContractCodes, DenialCodes, EnforceCodes};
pub use contracts::{
    ContractChange, ContractData, ContractList, ContractState, Contracts, DEFAULT_MINUTES, MAX_MINUTES,
};
pub use enforcement::{Enforcement, EnforcementParts, Permit};
pub use execute::{ChangeData, ChangeSummary, CreatedModData, FolderChangeData, Mutation, folder_in_words};
pub use journal::{DecidedAt, Decision, Journal, JournalUnavailable, Record};
pub use policy::Requirement;
pub use quoted::quoted;
pub use undo::{
    ChangeEffect, ChangeFileState, ContentChange, LaterWork, PendingLock, UndoAttempt, UndoEntry, UndoError,
    UndoPreview, UndoPreviews, UndoRecorder, UndoStore, UndoTurn, ZoneLimits,
};
