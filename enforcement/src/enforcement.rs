//! The one place that says no (L60): policy, then contract, then token, at execution time.

use std::fmt;
use std::sync::Arc;

use replies::En;
use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, WriteDenied,
};
use replies::en::error::JournalUnavailable;
use reply_kit::{Address, CallContext, Elicit, Id, Question, ReplyBuilder, ReplyData, Terminal, TraceId, Voice, Word};
use world_adapter::{
    Authority, Authorized, Digest, Mode, OperationName, Preview, Resolved, SessionId, WorldAdapter, Write,
};

use crate::clock::Clock;
use crate::codes::{DenialCodes, EnforceCodes};
use crate::contract::{Contracts, Coverage};
use crate::denial::Denial;
use crate::journal::{Decision, Journal, Record};
use crate::policy::{Ground, Requirement, requirement};
use crate::request::{Change, Described, Governed};
use crate::token::{Claim, Desk, Grant, MAX_PENDING, Tokens, Use};

/// Holds the authority and EN's voice: nothing else can permit a change, and nothing else can deny one.
pub struct Enforcement {
    pub(crate) voice: Arc<Voice<En>>,
    pub(crate) authority: Authority,
    pub(crate) world: Arc<WorldAdapter>,
    pub(crate) contracts: Arc<Contracts>,
    pub(crate) journal: Arc<dyn Journal>,
    tokens: Tokens,
}

/// A change that policy and contract permit, once. It owns the authorised change, so there is no other target to pass (L61).
///
/// Where a person must agree, they are asked when the change is executed: only then is it known what it would do.
#[must_use = "a permitted change does nothing until it is executed"]
#[derive(Debug)]
pub struct Permit<'a, O: Governed> {
    pub(crate) authorized: Authorized<O>,
    pub(crate) case: Case<'a>,
}

impl<O: Governed> Permit<'_, O> {
    /// What it changes.
    pub fn target(&self) -> Address {
        self.case.described.target.clone()
    }

    /// The contract it was permitted under.
    pub fn contract(&self) -> Option<Id> {
        self.case.contract
    }
}

/// Everything a decision depends on, gathered once.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub(crate) session: SessionId,
    mode: Option<Mode>,
    /// What the table demands; nothing where it has no row.
    required: Option<Requirement>,
    change: Change,
    described: Described,
    usage: Use,
    /// Where a person can be asked, if anywhere.
    context: Option<&'a CallContext>,
    /// The contract that covers it.
    pub(crate) contract: Option<Id>,
}

impl<'a> Case<'a> {
    fn new<O: Governed>(
        enforcement: &Enforcement,
        session: SessionId,
        target: &Resolved,
        operation: &O,
        usage: Use,
        context: Option<&'a CallContext>,
    ) -> Self {
        // L44, L62: the mode of this moment, not of an earlier one.
        let mode = enforcement.world.session(session).mode();
        let required = mode.and_then(|mode| enforcement.required(mode, target, operation));
        let (change, described) = (Change::new(target, operation), Described::new(target, operation));
        Self { session, mode, required, change, described, usage, context, contract: None }
    }

    /// What a permitted change needed.
    pub(crate) fn requirement(&self) -> Requirement {
        self.required.unwrap_or(Requirement::Never)
    }
}

/// How a change was judged.
enum Judgement<'a> {
    Permitted(Option<Grant>),
    /// A person is being asked; the call goes on when they have answered (L26).
    Asked(Elicit<'a>, Question),
    Denied(Denial),
}

/// A session without a mode, as a word.
#[derive(ReplyData)]
enum Unset {
    None,
}

impl Enforcement {
    /// Takes EN's voice, and with it the authority to permit changes.
    pub fn new(
        voice: impl Into<Arc<Voice<En>>>,
        world: Arc<WorldAdapter>,
        contracts: Arc<Contracts>,
        journal: Arc<dyn Journal>,
        desk: Arc<dyn Desk>,
        clock: Clock,
    ) -> Self {
        let voice = voice.into();
        let authority = Authority::of(&voice);
        Self { voice, authority, world, contracts, journal, tokens: Tokens::new(clock, desk) }
    }

    /// Permits a change by policy and contract, or ends the call with a denial that says what would be needed. The target's
    /// content has not been looked at (L61).
    ///
    /// Consumes the target and the operation: what is permitted is exactly what was asked. Reads have no way in here (L63).
    pub fn authorize<'c, 'a, T: DenialCodes, O: Governed>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        target: Resolved,
        operation: O,
        context: &'a CallContext,
    ) -> Result<(ReplyBuilder<'c, T>, Permit<'a, O>), Terminal<'c>> {
        let case = Case::new(self, session, &target, &operation, Use::Up, Some(context));
        let (rb, case) = self.verdict(rb, case)?;
        let authorized = self.authority.authorize(target, operation);
        Ok((rb, Permit { authorized, case }))
    }

    /// Judges a write like [`Enforcement::authorize`] and executes nothing: for a dry run. What the write would refuse, this
    /// refuses; a grant stays unused, and nobody is asked while the call waits.
    pub fn rehearse<'c, T: EnforceCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        target: Resolved,
        write: Write,
    ) -> Result<(ReplyBuilder<'c, T>, Preview), Terminal<'c>> {
        let case = Case::new(self, session, &target, &write, Use::Not, None);
        let (rb, mut case) = self.verdict(rb, case)?;
        let authorized = self.authority.authorize(target, write);
        let (rb, preview, content) = self.world.preview(rb, authorized)?;
        let (rb, _) = self.approve(rb, &mut case, Some(content))?;
        Ok((rb, preview))
    }

    /// Records what a person at the client said about a request. A refusal ends it here and now, though the call should fail
    /// before it comes to be judged; an agreement counts when the very change that was asked about is judged.
    pub fn record_client_decision(&self, context: &CallContext) {
        if let Some((request, reply_kit::Decision::Refused)) = context.answer() {
            self.tokens.refuse(request);
        }
    }

    /// Takes back every request that waits for a person: the process is about to end, and they with it.
    pub fn withdraw_requests(&self) {
        self.tokens.withdraw_all();
    }

    /// Policy, then contract. What is denied is journalled and denied here; what needs nothing else is journalled as allowed.
    fn verdict<'c, 'a, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        mut case: Case<'a>,
    ) -> Result<(ReplyBuilder<'c, T>, Case<'a>), Terminal<'c>> {
        let judgement = match self.judge(&case) {
            Err(denial) => Judgement::Denied(denial),
            Ok(contract) => {
                case.contract = contract;
                if case.requirement().needs_token() {
                    return Ok((rb, case));
                }
                Judgement::Permitted(None)
            }
        };
        let (rb, _) = self.conclude(rb, &case, judgement)?;
        Ok((rb, case))
    }

    /// The last step before a change is made: where a person must agree, it takes their approval of exactly this content.
    pub(crate) fn approve<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &mut Case<'_>,
        content: Option<Digest>,
    ) -> Result<(ReplyBuilder<'c, T>, Option<Grant>), Terminal<'c>> {
        if !case.requirement().needs_token() {
            return Ok((rb, None));
        }
        case.change.content = content;
        case.described.content = content;
        let judgement = self.judge_token(rb.trace_id(), case);
        self.conclude(rb, case, judgement)
    }

    /// Gives an approval back that was claimed for a change which did not take place: only a commit uses it up (L61).
    pub(crate) fn give_back(&self, case: &Case<'_>, grant: Option<Grant>) {
        if let (Some(grant), Use::Up) = (grant, case.usage) {
            self.tokens.give_back(grant, case.session, &case.change);
        }
    }

    /// Journals a judgement, and only then permits or denies.
    fn conclude<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &Case<'_>,
        judgement: Judgement<'_>,
    ) -> Result<(ReplyBuilder<'c, T>, Option<Grant>), Terminal<'c>> {
        let (decision, code, contract) = match &judgement {
            Judgement::Permitted(_) => (Decision::Allow, None, case.contract),
            Judgement::Asked(..) => (Decision::RequireToken, None, None),
            Judgement::Denied(denial) => (denial.decision(), Some(denial.code()), denial.contract()),
        };
        let record = Record::Decision {
            trace_id: rb.trace_id(),
            session: case.session.id(),
            target: case.described.target.clone(),
            destination: case.described.destination.clone(),
            operation: case.change.operation,
            mode: case.mode,
            decision,
            code,
            contract,
            dry_run: case.usage == Use::Not,
        };
        if self.journal.record(&record).is_err() {
            // L68: fail closed, and do not let a person's approval go to waste.
            if let Judgement::Permitted(grant) = judgement {
                self.give_back(case, grant);
            }
            return Err(rb.error(&self.voice, JournalUnavailable { target: case.described.target.clone() }));
        }
        match judgement {
            Judgement::Permitted(grant) => Ok((rb, grant)),
            Judgement::Asked(client, question) => Err(rb.ask(client, question)),
            Judgement::Denied(denial) => Err(self.deny(rb, denial, case)),
        }
    }

    /// Policy, then contract: the contract that covers it, if it takes one.
    fn judge(&self, case: &Case<'_>) -> Result<Option<Id>, Denial> {
        let required = case.required.ok_or(Denial::NoRule)?;
        if required == Requirement::Never {
            return Err(Denial::Never);
        }
        if !required.needs_contract() {
            return Ok(None);
        }
        match self.contracts.coverage(case.session, &case.change) {
            Coverage::NoContract => Err(Denial::ContractRequired),
            Coverage::Outside(id) => Err(Denial::OutsideContract(id)),
            Coverage::Covered(id) => Ok(Some(id)),
        }
    }

    fn judge_token<'a>(&self, trace_id: TraceId, case: &Case<'a>) -> Judgement<'a> {
        let claim = self.claim(case);
        self.note_approval(trace_id, claim);
        match claim {
            Claim::Granted(grant) => Judgement::Permitted(Some(grant)),
            Claim::Refused(_) => Judgement::Denied(Denial::Refused),
            Claim::Waiting(request) => match case.context.and_then(CallContext::elicit) {
                None => Judgement::Denied(Denial::TokenRequired(request)),
                Some(client) => Judgement::Asked(client, case.described.question(request)),
            },
            Claim::TooMany => Judgement::Denied(Denial::TooManyWaiting),
        }
    }

    /// What the table demands; a rename must satisfy it at both its ends.
    fn required<O: Governed>(&self, mode: Mode, target: &Resolved, operation: &O) -> Option<Requirement> {
        let ground = Ground::of(target, &self.voice);
        match operation.destination() {
            None => requirement(mode, ground, O::NAME),
            Some(to) => {
                let source = requirement(mode, ground, OperationName::Delete)?;
                let destination = requirement(mode, Ground::of(to, &self.voice), OperationName::Write)?;
                Some(source.and(destination))
            }
        }
    }

    /// Claims a token. What the person at the client said about this call comes first: a refusal is one, whatever became of
    /// the request meanwhile.
    fn claim(&self, case: &Case<'_>) -> Claim {
        match case.context.and_then(CallContext::answer) {
            Some((request, reply_kit::Decision::Granted)) => {
                self.tokens.grant(request, case.session, &case.change);
            }
            Some((request, reply_kit::Decision::Refused)) => return Claim::Refused(request),
            Some((_, reply_kit::Decision::Open)) | None => {}
        }
        self.tokens.claim(case.session, &case.change, &case.described, case.usage)
    }

    fn note_approval(&self, trace_id: TraceId, claim: Claim) {
        let (request, granted) = match claim {
            Claim::Granted(grant) => (grant.request, true),
            Claim::Refused(request) => (request, false),
            Claim::Waiting(_) | Claim::TooMany => return,
        };
        // The decision that follows is journalled too, and that one must succeed.
        let _ = self.journal.record(&Record::Approval { trace_id, request, granted });
    }

    fn deny<'c, T: DenialCodes>(&self, rb: ReplyBuilder<'c, T>, denial: Denial, case: &Case<'_>) -> Terminal<'c> {
        let target = case.described.target.clone();
        let operation: Word = case.change.operation.into();
        let mode = case.mode.map_or(Unset::None.into(), Into::into);
        match denial {
            Denial::Never => rb.denied(&self.voice, WriteDenied { target, operation, mode }),
            Denial::NoRule => rb.denied(&self.voice, NoRule { target, operation, mode }),
            Denial::ContractRequired => rb.denied(&self.voice, ContractRequired { target, operation }),
            Denial::OutsideContract(contract) => {
                rb.denied(&self.voice, OutsideContract { target, operation, contract })
            }
            Denial::TokenRequired(request) => rb.denied(&self.voice, TokenRequired { target, operation, request }),
            Denial::TooManyWaiting => {
                rb.denied(&self.voice, TooManyWaiting { operation, target, waiting: MAX_PENDING as u64 })
            }
            Denial::Refused => rb.denied(&self.voice, ApprovalRefused { target, operation }),
        }
    }
}

impl fmt::Debug for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enforcement").field("tokens", &self.tokens).finish_non_exhaustive()
    }
}
