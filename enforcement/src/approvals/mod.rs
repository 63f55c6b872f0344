//! A person's approval of one change: the queue of pending requests, and the tokens that decisions grant (L66).

mod approve;
mod claim;
mod file_queue;
mod json_file;
mod pending;
mod presence;
mod question;
mod queue;
mod tokens;

pub(crate) use claim::{ApprovalChannel, Claim, Grant, GrantUse};
pub use file_queue::{ApprovalQueueError, FileApprovalQueue};
pub use pending::PendingApproval;
pub use queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue, ApprovalRequest};
pub use tokens::GRANT_TTL;
pub(crate) use tokens::Tokens;
pub use tokens::{MAX_PENDING_OF_SESSION, REFUSAL_COOLDOWN, REQUEST_TTL};
