//! Tokens (L66): a person's approval of one change, valid once, for a limited time, in this process.
//!
//! ```text
//! D token required ──▶ pending ──▶ granted ──▶ used by the one matching retry
//!                         │            └──────▶ expired: the retry starts a new request
//!                         └──────────▶ refused: the retry is denied, and for a while every one after it
//! ```

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reply_kit::{Address, Id};
use world_adapter::{FileStat, Identity, OperationName, SessionId, WorldAdapter};

use super::claim::{ApprovalChannel, Claim, Grant, GrantUse};
use super::queue::{ApprovalAnswer, ApprovalDecision, ApprovalQueue, ApprovalRequest};
use crate::clock::Clock;
use crate::execute::Change;
use crate::journal::DecidedAt;

/// How long a grant is valid.
pub const GRANT_TTL: Duration = Duration::from_mins(10);
/// How long a request stays pending.
pub const REQUEST_TTL: Duration = Duration::from_hours(24);
/// How many requests are pending at once. One more is refused: pending requests are not evicted.
const MAX_PENDING: usize = 1_000;
/// How many of them one session may have, so that one agent cannot fill the queue.
pub const MAX_PENDING_OF_SESSION: usize = 20;
/// For how long a person is not asked again, in any session, about what they refused: the same operation on the same target.
pub const REFUSAL_COOLDOWN: Duration = Duration::from_mins(5);
/// For how long a request that was asked in a client is not asked there again, answered or not.
const QUESTION_COOLDOWN: Duration = Duration::from_mins(5);
/// How many refusals are remembered.
const MAX_REFUSALS: usize = 10_000;
/// From this refusal on, what a session asks for goes to the queue only, for a while.
const MAX_REFUSALS_OF_SESSION: u32 = 3;
/// The same for all sessions together, because an agent can open new ones.
const MAX_REFUSALS_OF_ALL: u32 = 10;
/// That while: at first, and at most. It doubles with each refusal.
const MIN_PAUSE: Duration = Duration::from_mins(1);
const MAX_PAUSE: Duration = Duration::from_hours(1);
/// How long after the last refusal they count no longer.
const REFUSALS_TTL: Duration = Duration::from_hours(2);

/// Every request of the process. They end with it.
pub(crate) struct Tokens {
    clock: Clock,
    queue: Arc<dyn ApprovalQueue>,
    world: Arc<WorldAdapter>,
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    pending: HashMap<Id, Pending>,
    /// When a person last refused a change, whatever its content and its caller.
    refused: HashMap<OperationOnTarget, Duration>,
    /// How often a person refused what a session asked for; without a session, what any did.
    refusals: HashMap<Option<SessionId>, Refusals>,
}

/// What a refusal applies to: a change, whatever its content, and a rename whatever the new name.
#[derive(PartialEq, Eq, Hash)]
struct OperationOnTarget {
    operation: OperationName,
    target: Identity,
}

impl OperationOnTarget {
    fn of(change: &Change) -> Self {
        Self { operation: change.operation, target: change.target.clone() }
    }
}

/// Refusals that still count.
#[derive(Clone, Copy)]
struct Refusals {
    count: u32,
    last: Duration,
}

impl Refusals {
    fn counts(self, now: Duration) -> bool {
        now < self.last + REFUSALS_TTL
    }

    /// Whether a person who refused so often is left in peace.
    fn pauses(self, free: u32, now: Duration) -> bool {
        let Some(more) = self.count.checked_sub(free) else { return false };
        now < self.last + MIN_PAUSE.saturating_mul(1 << more.min(10)).min(MAX_PAUSE)
    }
}

impl Requests {
    fn note_refusal(&mut self, session: SessionId, now: Duration) {
        for whose in [Some(session), None] {
            let before = self.refusals.get(&whose).filter(|refusals| refusals.counts(now));
            let count = before.map_or(0, |refusals| refusals.count).saturating_add(1);
            self.refusals.insert(whose, Refusals { count, last: now });
        }
    }

    /// Whether the person at the client is not asked by this session now.
    fn is_paused(&self, session: SessionId, now: Duration) -> bool {
        let pauses = |whose, free| self.refusals.get(&whose).is_some_and(|refusals| refusals.pauses(free, now));
        pauses(Some(session), MAX_REFUSALS_OF_SESSION) || pauses(None, MAX_REFUSALS_OF_ALL)
    }
}

struct Pending {
    session: SessionId,
    change: Change,
    /// The target as it is named to a person, and its metadata when they were asked.
    target: Address,
    stat: Option<FileStat>,
    asked: Duration,
    /// A person's decision inside this process, and when it was made.
    decided: Option<LocalDecision>,
    /// When a person at the client was last asked.
    last_question: Option<Duration>,
}

/// A person's decision inside this process, and when it was made; a returned grant keeps where it was given.
#[derive(Clone, Copy)]
struct LocalDecision {
    answer: ApprovalAnswer,
    at: Duration,
    place: DecidedAt,
}

impl Tokens {
    pub(crate) fn new(clock: Clock, queue: Arc<dyn ApprovalQueue>, world: Arc<WorldAdapter>) -> Self {
        Self { clock, queue, world, requests: Mutex::default() }
    }

    /// Looks for a decision about exactly this change in this session; requests one if there is none.
    ///
    /// Under one lock, so of two calls that race for a grant exactly one gets it.
    ///
    /// An error means that the request could not be stored where a person finds it, and that none is pending.
    pub(crate) fn claim(
        &self,
        session: SessionId,
        change: &Change,
        asked: &ApprovalRequest<'_>,
        (usage, asking): (GrantUse, ApprovalChannel),
        stat: &dyn Fn(&Address) -> Option<FileStat>,
    ) -> io::Result<Claim> {
        let now = self.clock.now();
        let requests = &mut *self.lock();
        let asking = if requests.is_paused(session, now) { ApprovalChannel::Queue } else { asking };
        let known =
            requests.pending.iter_mut().find(|(_, request)| request.session == session && request.change == *change);
        if let Some((&id, request)) = known {
            match self.answer(id, request, now) {
                Some(GrantState::Granted(at, decided_at)) => {
                    if usage == GrantUse::Consume {
                        _ = self.remove_request(requests, id);
                        requests.refusals.remove(&Some(session));
                    }
                    return Ok(Claim::Granted(Grant { request: id, decided_at, at }));
                }
                Some(GrantState::Refused(decided_at)) => {
                    self.end_refused(requests, id, now);
                    return Ok(Claim::Refused(id, decided_at));
                }
                None if now < request.asked + REQUEST_TTL => return Ok(request.wait(id, asking, now)),
                // The request or its grant has expired: a person has to decide again.
                Some(GrantState::Expired) | None => _ = self.remove_request(requests, id),
            }
        }
        self.prune_expired(requests, now);
        if requests.refused.contains_key(&OperationOnTarget::of(change)) {
            return Ok(Claim::RefusedBefore);
        }
        self.withdraw_replaced(requests, change, now);
        if let Some(waiting) = self.too_many(requests, session, now) {
            return Ok(Claim::TooMany(waiting));
        }
        let id = Id::fresh();
        let shown = self.queue.submit(id, asked);
        // A person at the client can decide even if the queue cannot show the request.
        if asking == ApprovalChannel::Queue {
            shown?;
        }
        let (change, target) = (change.clone(), asked.summary.target.clone());
        let stat = stat(&target);
        let mut request = Pending { session, change, target, stat, asked: now, decided: None, last_question: None };
        let claim = request.wait(id, asking, now);
        requests.pending.insert(id, request);
        self.world.mark_work(session);
        Ok(claim)
    }

    /// How many requests are pending, if one more would exceed the limit: of this session, or of all.
    ///
    /// A session that has none gets a place in any case: there are at most as many sessions as requests, so another one has
    /// several, and the newest of those who have most is withdrawn.
    fn too_many(&self, requests: &mut Requests, session: SessionId, now: Duration) -> Option<usize> {
        let undecided = |(id, request): &(&Id, &Pending)| self.answer(**id, request, now).is_none();
        let of_session = requests.pending.iter().filter(|(_, request)| request.session == session);
        let is_full = of_session.clone().count() >= MAX_PENDING_OF_SESSION
            && of_session.filter(undecided).count() >= MAX_PENDING_OF_SESSION;
        if is_full {
            return Some(MAX_PENDING_OF_SESSION);
        }
        if requests.pending.len() < MAX_PENDING {
            return None;
        }
        let mut waiting: HashMap<SessionId, Vec<(bool, Duration, Id)>> = HashMap::new();
        for (id, request) in requests.pending.iter().filter(undecided) {
            // One that a person is looking at goes last.
            let age = (request.last_question.is_none(), request.asked, *id);
            waiting.entry(request.session).or_default().push(age);
        }
        if waiting.values().map(Vec::len).sum::<usize>() < MAX_PENDING {
            return None;
        }
        let is_first = !waiting.contains_key(&session);
        let newest_of_most = waiting.values().max_by_key(|waiting| waiting.len()).filter(|most| most.len() > 1);
        let newest = newest_of_most.and_then(|most| most.iter().max()).filter(|_| is_first);
        let Some((.., id)) = newest.copied() else { return Some(MAX_PENDING) };
        _ = self.remove_request(requests, id);
        None
    }

    /// Withdraws what nobody has decided about the target of a change while it held something else.
    fn withdraw_replaced(&self, requests: &mut Requests, change: &Change, now: Duration) {
        let is_replaced = |(id, request): &(&Id, &Pending)| {
            let of = &request.change;
            of.target == change.target && of.held() != change.held() && self.answer(**id, request, now).is_none()
        };
        let replaced: Vec<Id> = requests.pending.iter().filter(is_replaced).map(|(id, _)| *id).collect();
        for id in replaced {
            _ = self.remove_request(requests, id);
        }
    }

    /// Withdraws the undecided requests of a session whose target has changed since; returns whether there were any. A person
    /// who grants one of them meanwhile has agreed to a change that nothing matches.
    pub(crate) fn withdraw_changed(&self, session: SessionId, stat: impl Fn(&Address) -> Option<FileStat>) -> bool {
        let now = self.clock.now();
        let undecided =
            |(id, request): &(&Id, &Pending)| request.session == session && self.answer(**id, request, now).is_none();
        let asked = |(id, request): (&Id, &Pending)| (*id, request.target.clone(), request.stat);
        // Looked at without the lock, and without reading what the targets hold (L100).
        let mut changed: Vec<_> = self.lock().pending.iter().filter(undecided).map(asked).collect();
        changed.retain(|(_, target, then)| stat(target) != *then);
        let requests = &mut *self.lock();
        for (id, ..) in &changed {
            _ = self.remove_request(requests, *id);
        }
        !changed.is_empty()
    }

    /// Returns a grant that was claimed and could not be used.
    pub(crate) fn return_grant(&self, grant: Grant, session: SessionId, (change, target): (&Change, &Address)) {
        let Grant { request, decided_at, at } = grant;
        let decided = Some(LocalDecision { answer: ApprovalAnswer::Granted, at, place: decided_at });
        let (change, target) = (change.clone(), target.clone());
        let pending = Pending { session, change, target, stat: None, asked: at, decided, last_question: None };
        self.lock().pending.insert(request, pending);
    }

    /// Records that a person at the client granted a request of this session about this target. An earlier decision stays.
    pub(crate) fn grant(&self, id: Id, session: SessionId, change: &Change) {
        let now = self.clock.now();
        let requests = &mut *self.lock();
        let is_asked = |it: &&mut Pending| it.session == session && it.change.is_same_but_for_content(change);
        let Some(request) = requests.pending.get_mut(&id).filter(is_asked) else { return };
        if self.answer(id, request, now).is_none() {
            let answer = ApprovalAnswer::Granted;
            request.decided = Some(LocalDecision { answer, at: now, place: DecidedAt::Client });
        }
    }

    /// Ends a request that a person at the client refused, whatever was decided about it before.
    pub(crate) fn refuse(&self, id: Id) {
        let now = self.clock.now();
        self.end_refused(&mut self.lock(), id, now);
    }

    /// Withdraws every request: the process is about to end.
    pub(crate) fn withdraw_all(&self) {
        for (id, _) in self.lock().pending.drain() {
            self.queue.withdraw(id);
        }
    }

    fn answer(&self, id: Id, request: &Pending, now: Duration) -> Option<GrantState> {
        let (answer, age, decided_at) = match request.decided {
            Some(LocalDecision { answer, at, place }) => (answer, now.saturating_sub(at), place),
            None => {
                let ApprovalDecision { answer, age } = self.queue.decision(id)?;
                (answer, age, DecidedAt::Queue)
            }
        };
        Some(match answer {
            ApprovalAnswer::Refused => GrantState::Refused(decided_at),
            ApprovalAnswer::Granted if age < GRANT_TTL => GrantState::Granted(now.saturating_sub(age), decided_at),
            ApprovalAnswer::Granted => GrantState::Expired,
        })
    }

    /// Removes requests that expired or whose session is gone (L101), and refusals that have expired.
    fn prune_expired(&self, requests: &mut Requests, now: Duration) {
        let is_over =
            |request: &Pending| now >= request.asked + REQUEST_TTL || !self.world.has_session(request.session);
        let over: Vec<Id> =
            requests.pending.iter().filter(|(_, request)| is_over(request)).map(|(id, _)| *id).collect();
        for id in over {
            _ = self.remove_request(requests, id);
        }
        requests.refused.retain(|_, at| now < *at + REFUSAL_COOLDOWN);
        requests.refusals.retain(|whose, refusals| {
            refusals.counts(now) && whose.is_none_or(|session| self.world.has_session(session))
        });
    }

    fn remove_request(&self, requests: &mut Requests, id: Id) -> Option<Pending> {
        self.queue.withdraw(id);
        requests.pending.remove(&id)
    }

    /// Ends a request that a person refused, and remembers the refusal.
    fn end_refused(&self, requests: &mut Requests, id: Id, now: Duration) {
        let Some(request) = self.remove_request(requests, id) else { return };
        requests.note_refusal(request.session, now);
        if requests.refused.len() < MAX_REFUSALS {
            requests.refused.insert(OperationOnTarget::of(&request.change), now);
        }
    }

    /// Every change is one insertion or removal, so a panic elsewhere leaves the requests consistent.
    fn lock(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Tokens {
    /// Requests end with the process, so their files are removed too.
    fn drop(&mut self) {
        self.withdraw_all();
    }
}

impl Pending {
    /// Not decided yet: whether this call asks the person at the client. One question per request, with a pause after it.
    fn wait(&mut self, id: Id, asking: ApprovalChannel, now: Duration) -> Claim {
        let is_paused = self.last_question.is_some_and(|at| now < at + QUESTION_COOLDOWN);
        if asking == ApprovalChannel::Queue || is_paused {
            return Claim::Waiting(id);
        }
        self.last_question = Some(now);
        Claim::Ask(id)
    }
}

enum GrantState {
    /// When and where it was given.
    Granted(Duration, DecidedAt),
    Refused(DecidedAt),
    Expired,
}
