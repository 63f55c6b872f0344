//! Tokens (L66): a person's approval of one change, once, for a while, in this process.
//!
//! ```text
//! D token required ──▶ pending ──▶ granted ──▶ used by the one matching retry
//!                         │            └──────▶ expired: the retry starts a new request
//!                         └──────────▶ refused: the retry hears so
//! ```

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reply_kit::Id;
use world_adapter::SessionId;

use super::queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue};
use crate::clock::Clock;
use crate::execute::{Change, ChangeSummary};

/// How long a grant is good for.
pub const GRANT_TTL: Duration = Duration::from_mins(10);
/// How long a request waits for a person.
const REQUEST_TTL: Duration = Duration::from_hours(24);
/// How many requests wait at once. One more is told so: what waits already does not give way to it.
pub(crate) const MAX_PENDING: usize = 1_000;

/// Every request of the process. They die with it.
pub(crate) struct Tokens {
    clock: Clock,
    queue: Arc<dyn ApprovalQueue>,
    pending: Mutex<HashMap<Id, Pending>>,
}

struct Pending {
    session: SessionId,
    change: Change,
    asked: Duration,
    /// What a person decided inside this process, and when.
    decided: Option<(ApprovalAnswer, Duration)>,
}

/// What becomes of a change that needs a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A person agreed to exactly this.
    Granted(Grant),
    /// A person said no.
    Refused(Id),
    /// Nobody has decided yet.
    Waiting(Id),
    /// So many requests wait that this one cannot.
    TooMany,
}

/// A person's approval that a claim has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) request: Id,
    /// When they agreed: given back, it is no younger.
    at: Duration,
}

/// Whether a claim uses the grant up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GrantUse {
    /// For the real thing: the one matching retry.
    Consume,
    /// For a rehearsal: the grant stays.
    Peek,
}

impl Tokens {
    pub(crate) fn new(clock: Clock, queue: Arc<dyn ApprovalQueue>) -> Self {
        Self { clock, queue, pending: Mutex::default() }
    }

    /// Looks for a decision about exactly this change in this session; asks for one where there is none.
    ///
    /// Under one lock, so of two calls that race for a grant exactly one gets it.
    pub(crate) fn claim(&self, session: SessionId, change: &Change, summary: &ChangeSummary, usage: GrantUse) -> Claim {
        let now = self.clock.now();
        let mut pending = self.lock();
        let known = pending.iter().find(|(_, request)| request.session == session && request.change == *change);
        if let Some((&id, request)) = known {
            match self.answer(id, request, now) {
                Some(Standing::Granted(at)) => {
                    if usage == GrantUse::Consume {
                        self.forget(&mut pending, id);
                    }
                    return Claim::Granted(Grant { request: id, at });
                }
                Some(Standing::Refused) => {
                    self.forget(&mut pending, id);
                    return Claim::Refused(id);
                }
                None if now < request.asked + REQUEST_TTL => return Claim::Waiting(id),
                // The request or its grant is over: a person has to look again.
                Some(Standing::Expired) | None => self.forget(&mut pending, id),
            }
        }
        self.forget_the_stale(&mut pending, now);
        if pending.len() >= MAX_PENDING && self.undecided(&pending, now) >= MAX_PENDING {
            return Claim::TooMany;
        }
        let id = Id::fresh();
        pending.insert(id, Pending { session, change: change.clone(), asked: now, decided: None });
        self.queue.submit(id, summary);
        Claim::Waiting(id)
    }

    /// Gives a grant back that was claimed and could not be used.
    pub(crate) fn give_back(&self, grant: Grant, session: SessionId, change: &Change) {
        let Grant { request, at } = grant;
        let pending =
            Pending { session, change: change.clone(), asked: at, decided: Some((ApprovalAnswer::Granted, at)) };
        self.lock().insert(request, pending);
    }

    /// Notes that a person at the client agreed to this very change. What has been decided stays so.
    pub(crate) fn grant(&self, id: Id, session: SessionId, change: &Change) {
        let now = self.clock.now();
        let mut pending = self.lock();
        let Some(request) = pending.get_mut(&id).filter(|it| it.session == session && it.change == *change) else {
            return;
        };
        if self.answer(id, request, now).is_none() {
            request.decided = Some((ApprovalAnswer::Granted, now));
        }
    }

    /// Ends a request that a person at the client refused, whatever was decided about it before.
    pub(crate) fn refuse(&self, id: Id) {
        self.forget(&mut self.lock(), id);
    }

    /// Takes back every request: the process is about to end.
    pub(crate) fn withdraw_all(&self) {
        for (id, _) in self.lock().drain() {
            self.queue.withdraw(id);
        }
    }

    /// How many still need a person. What was decided waits for an agent.
    fn undecided(&self, pending: &HashMap<Id, Pending>, now: Duration) -> usize {
        pending.iter().filter(|(id, request)| self.answer(**id, request, now).is_none()).count()
    }

    fn answer(&self, id: Id, request: &Pending, now: Duration) -> Option<Standing> {
        let (answer, age) = match request.decided {
            Some((answer, at)) => (answer, now.saturating_sub(at)),
            None => {
                let ApprovalDecision { answer, age } = self.queue.decision(id)?;
                (answer, age)
            }
        };
        Some(match answer {
            ApprovalAnswer::Refused => Standing::Refused,
            ApprovalAnswer::Granted if age < GRANT_TTL => Standing::Granted(now.saturating_sub(age)),
            ApprovalAnswer::Granted => Standing::Expired,
        })
    }

    fn forget_the_stale(&self, pending: &mut HashMap<Id, Pending>, now: Duration) {
        let over: Vec<Id> =
            pending.iter().filter(|(_, request)| now >= request.asked + REQUEST_TTL).map(|(id, _)| *id).collect();
        for id in over {
            self.forget(pending, id);
        }
    }

    fn forget(&self, pending: &mut HashMap<Id, Pending>, id: Id) {
        pending.remove(&id);
        self.queue.withdraw(id);
    }

    /// A panic elsewhere leaves requests as they were: every change to them is one insertion or removal.
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Pending>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Tokens {
    /// Requests die with the process; what a person could still see of them goes too.
    fn drop(&mut self) {
        self.withdraw_all();
    }
}

enum Standing {
    /// And since when.
    Granted(Duration),
    Refused,
    Expired,
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tokens({} pending)", self.lock().len())
    }
}
