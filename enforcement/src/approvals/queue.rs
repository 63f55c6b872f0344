//! Where requests wait for a person: the operator's door, out of every agent's reach.

use std::fmt;
use std::io;
use std::time::Duration;

use reply_kit::{Id, TraceId};
use world_adapter::Proposal;

use crate::execute::ChangeSummary;

/// What a person decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalAnswer {
    /// Go ahead, once.
    Granted,
    /// No.
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

/// What a person is asked about.
pub struct ApprovalRequest<'r> {
    /// The call that asks.
    pub trace_id: TraceId,
    /// The change in words.
    pub summary: &'r ChangeSummary,
    /// What it would do, as a person is shown it. It takes a while to make, so it is made for a new request alone.
    pub proposal: &'r dyn Fn() -> Proposal,
}

impl fmt::Debug for ApprovalRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ApprovalRequest({:?})", self.summary)
    }
}

/// A place where a person finds requests and leaves decisions.
pub trait ApprovalQueue: Send + Sync {
    /// Submits a request. One that cannot be stored where a person finds it is an error: it could never be decided.
    fn submit(&self, request: Id, asked: &ApprovalRequest<'_>) -> io::Result<()>;
    /// What was decided about it, if anything was.
    fn decision(&self, request: Id) -> Option<ApprovalDecision>;
    /// The request is over.
    fn withdraw(&self, request: Id);
}

/// No approval queue: only an approver in the client can decide.
#[derive(Clone, Copy, Debug)]
pub struct NoApprovalQueue;

impl ApprovalQueue for NoApprovalQueue {
    fn submit(&self, _: Id, _: &ApprovalRequest<'_>) -> io::Result<()> {
        Ok(())
    }
    fn decision(&self, _: Id) -> Option<ApprovalDecision> {
        None
    }
    fn withdraw(&self, _: Id) {}
}
