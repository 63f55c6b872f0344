//! Asking a person while a call is under way (L26).

use reply_core::Id;

use crate::request::Described;

/// Someone who can ask the person right now, in the client. What is not decided here waits at the desk.
pub trait Approver: Send + Sync {
    /// Asks about one change, under the id of its request.
    fn ask(&self, request: Id, change: &Described) -> Asked;
}

/// What came of asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The person agreed.
    Granted,
    /// The person refused.
    Refused,
    /// Nobody could be asked here; the request waits at the desk.
    Elsewhere,
}

/// Asks nobody: every request waits at the desk.
#[derive(Clone, Copy, Debug)]
pub struct AtTheDesk;

impl Approver for AtTheDesk {
    fn ask(&self, _: Id, _: &Described) -> Asked {
        Asked::Elsewhere
    }
}
