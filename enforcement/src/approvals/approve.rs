//! A person's approval of one change: the last step before it is made (L61, L66).

use std::cell::LazyCell;
use std::io;

use replies::en::error::RequestNotKept;
use reply_kit::{Address, CallContext, ClientDecision, ReplyBuilder, Step, Terminal, TraceId, Wrapper};
use world_adapter::{BoundContent, Proposal};

use super::{ApprovalChannel, ApprovalRequest, Claim, Grant, GrantUse};
use crate::codes::DenialCodes;
use crate::enforcement::{Enforcement, PolicyCase};
use crate::journal::{DecidedAt, Record};
use crate::policy::{Denial, Judgement};

impl Enforcement {
    /// Records that a person at the client refused a request: it ends at once, even if the call fails before it is judged.
    pub fn record_client_refusal(&self, context: &CallContext) {
        if let Some((request, ClientDecision::Refused)) = context.answer() {
            self.tokens.refuse(request);
        }
    }

    /// Records that a person at the client granted a request of this session. It counts when exactly the change that was asked
    /// about is judged, in this call or, if something is in its way now, in a later one.
    pub(crate) fn record_client_grant(&self, case: &PolicyCase<'_>) {
        if let Some((request, ClientDecision::Granted)) = case.context.and_then(CallContext::answer) {
            self.tokens.grant(request, case.session, &case.change);
        }
    }

    /// Withdraws every pending request: the process is about to end, and its requests with it. It takes the program's wrapper,
    /// which no tool has: other agents wait for theirs (L66).
    pub fn withdraw_requests(&self, _program: &Wrapper) {
        self.tokens.withdraw_all();
    }

    /// The last step before a change is made: where a person must agree, it takes their approval of exactly this content. If
    /// they have not been asked yet, `proposal` is what they will be shown.
    pub(crate) fn approve<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &mut PolicyCase<'_>,
        bound: BoundContent,
        proposal: &dyn Fn() -> Proposal,
    ) -> Step<'c, T, Option<Grant>> {
        if !case.requirement().needs_token() {
            return Ok((rb, None));
        }
        (case.change.content, case.change.replaced) = (bound.content, bound.replaced);
        case.summary.content = bound.content;
        case.summary.contract = case.contract.map(|id| (id, self.contracts.intent(case.session, id)));
        case.summary.client = case.context.and_then(CallContext::client).cloned();
        match self.judge_token(rb.trace_id(), case, proposal) {
            Ok(judgement) => self.conclude(rb, case, judgement),
            Err(error) => Err(self.not_shown(rb, case, &error)),
        }
    }

    /// Returns an approval that was claimed for a change which did not take place: only a commit consumes it (L61).
    pub(crate) fn return_grant(&self, case: &PolicyCase<'_>, grant: Option<Grant>) {
        if let (Some(grant), GrantUse::Consume) = (grant, case.usage) {
            self.tokens.return_grant(grant, case.session, (&case.change, &case.summary.target));
        }
    }

    fn judge_token<'a>(
        &self,
        trace_id: TraceId,
        case: &PolicyCase<'a>,
        proposal: &dyn Fn() -> Proposal,
    ) -> io::Result<Judgement<'a>> {
        let client = case.context.and_then(CallContext::elicit);
        let asking = if client.is_some() { ApprovalChannel::Elicit } else { ApprovalChannel::Queue };
        // Computed once, for the queue and for the question.
        let made = LazyCell::new(proposal);
        let asked = ApprovalRequest { trace_id, summary: &case.summary, proposal: &|| made.clone() };
        let claim = self.claim(case, asking, &asked)?;
        self.note_approval(trace_id, case, claim);
        Ok(match (claim, client) {
            (Claim::Granted(grant), _) => Judgement::Permitted(Some(grant)),
            (Claim::Refused(..) | Claim::RefusedBefore, _) => Judgement::Denied(Denial::Refused),
            (Claim::Ask(request), Some(client)) => Judgement::Elicit(client, case.summary.question(request, &made)),
            (Claim::Ask(request) | Claim::Waiting(request), _) => Judgement::Denied(Denial::TokenRequired(request)),
            (Claim::TooMany(waiting), _) => Judgement::Denied(Denial::TooManyWaiting(waiting)),
        })
    }

    /// A request that no person can see is useless: the call ends with an error, and nothing stays pending.
    fn not_shown<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &PolicyCase<'_>,
        error: &io::Error,
    ) -> Terminal<'c> {
        let target = case.summary.target.clone();
        let why = format!("the request for approval could not be kept: {}", error.kind());
        self.journal_executed(rb.trace_id(), case, (target.clone(), case.change.operation), Err(why));
        rb.error(&self.voice, RequestNotKept { target })
    }

    /// Claims a token. What the person at the client refused comes first: that counts, whatever happened to the request
    /// meanwhile.
    fn claim(&self, case: &PolicyCase<'_>, asking: ApprovalChannel, asked: &ApprovalRequest<'_>) -> io::Result<Claim> {
        if let Some((request, ClientDecision::Refused)) = case.context.and_then(CallContext::answer) {
            return Ok(Claim::Refused(request, DecidedAt::Client));
        }
        let stat = |target: &Address| self.world.stat(&self.voice, case.session, target.as_str());
        let claim = || self.tokens.claim(case.session, &case.change, asked, (case.usage, asking), &stat);
        match claim()? {
            // Requests that no change can match any more are withdrawn.
            Claim::TooMany(_) if self.tokens.withdraw_changed(case.session, stat) => claim(),
            claimed => Ok(claimed),
        }
    }

    fn note_approval(&self, trace_id: TraceId, case: &PolicyCase<'_>, claim: Claim) {
        let (request, granted, decided_at) = match claim {
            Claim::Granted(grant) => (grant.request, true, grant.decided_at),
            Claim::Refused(request, decided_at) => (request, false, decided_at),
            Claim::Ask(_) | Claim::Waiting(_) | Claim::RefusedBefore | Claim::TooMany(_) => return,
        };
        // The decision that follows is journalled too, and that write must succeed.
        let _ = self.journal.record(&Record::Approval {
            trace_id,
            session: case.session.label(),
            request,
            granted,
            decided_at,
        });
    }
}
