//! Where requests wait for a person: the operator's door, out of every agent's reach.

use std::time::Duration;

use reply_kit::Id;

use crate::request::Described;

/// What a person decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Go ahead, once.
    Granted,
    /// No.
    Refused,
}

/// A decision, and how long ago it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// What was decided.
    pub answer: Answer,
    /// How long ago.
    pub age: Duration,
}

/// A place where a person finds requests and leaves decisions.
pub trait Desk: Send + Sync {
    /// A request waits. If it cannot be shown, it simply goes undecided.
    fn announce(&self, request: Id, change: &Described);
    /// What was decided about it, if anything was.
    fn decision(&self, request: Id) -> Option<Decided>;
    /// The request is over.
    fn withdraw(&self, request: Id);
}

/// No desk: only an approver in the client can decide.
#[derive(Clone, Copy, Debug)]
pub struct NoDesk;

impl Desk for NoDesk {
    fn announce(&self, _: Id, _: &Described) {}
    fn decision(&self, _: Id) -> Option<Decided> {
        None
    }
    fn withdraw(&self, _: Id) {}
}
