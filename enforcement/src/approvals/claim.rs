//! The outcome of claiming a token.

use std::time::Duration;

use reply_kit::Id;

use crate::journal::DecidedAt;

/// Where a person can be asked about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApprovalChannel {
    /// In the client of the call, besides the queue.
    Elicit,
    /// At the queue only.
    Queue,
}

/// The outcome of asking for a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A person approved exactly this change.
    Granted(Grant),
    /// A person refused it.
    Refused(Id, DecidedAt),
    /// A person refused this or a similar change a short while ago: they are not asked again.
    RefusedBefore,
    /// Not decided yet, and the person at the client may be asked.
    Ask(Id),
    /// Not decided yet.
    Waiting(Id),
    /// Too many requests are pending.
    TooMany(usize),
}

/// A person's approval that was claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) request: Id,
    /// Where they agreed.
    pub(crate) decided_at: DecidedAt,
    /// When they agreed; returning it does not renew it.
    pub(super) at: Duration,
}

/// Whether a claim consumes the grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrantUse {
    /// For the change itself: the one matching retry.
    Consume,
    /// For a dry run: the grant stays.
    Peek,
}
