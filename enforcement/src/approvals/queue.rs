//! Where requests wait for a person, out of every agent's reach.

use std::fmt;
use std::io;
use std::time::Duration;

use reply_kit::{Id, TraceId};
use world_adapter::Proposal;

use crate::execute::ChangeSummary;

/// What a person decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalAnswer {
    /// Approved, once.
    Granted,
    /// Refused.
    Refused,
}

/// A decision, and how long ago it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApprovalDecision {
    /// What was decided.
    pub answer: ApprovalAnswer,
    /// How long ago.
    pub age: Duration,
}

/// A new request.
pub struct ApprovalRequest<'r> {
    /// The call that makes it.
    pub trace_id: TraceId,
    /// The change in words.
    pub summary: &'r ChangeSummary,
    /// The effect, in the form that a person is shown. It is expensive to compute, so that is done only for a new request.
    pub proposal: &'r dyn Fn() -> Proposal,
}

impl fmt::Debug for ApprovalRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApprovalRequest({:?})", self.summary)
    }
}

/// Where a person finds requests and leaves decisions.
pub trait ApprovalQueue: Send + Sync {
    /// Submits a request. One that cannot be stored where a person finds it is an error: it could never be decided.
    fn submit(&self, request: Id, asked: &ApprovalRequest<'_>) -> io::Result<()>;
    /// The decision about a request, if there is one.
    fn decision(&self, request: Id) -> Option<ApprovalDecision>;
    /// Removes a request that is over.
    fn withdraw(&self, request: Id);
}
