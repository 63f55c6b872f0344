//! The one place that says no (L60): policy, then contract, then token, at execution time.

use std::fmt;
use std::sync::Arc;

use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, WriteDenied,
};
use replies::en::error::JournalUnavailable;
use reply_core::{Address, En, Id, ReplyBuilder, Terminal, TraceId, Voice, Word};
use reply_macros::ReplyData;
use world_adapter::{Authority, Authorized, Mode, OperationName, Resolved, SessionId, WorldAdapter};

use crate::clock::Clock;
use crate::contract::{Contracts, Coverage};
use crate::denial::Denial;
use crate::journal::{Decision, Journal, Record};
use crate::policy::{Ground, Requirement, requirement};
use crate::request::{Change, Described, Governed};
use crate::token::{Answer, Asking, Claim, Desk, Heard, MOST_PENDING, Question, Tokens, Use};

/// Holds the authority and EN's voice: nothing else can permit a change, and nothing else can deny one.
pub struct Enforcement {
    pub(crate) voice: Voice<En>,
    authority: Authority,
    pub(crate) world: Arc<WorldAdapter>,
    pub(crate) contracts: Arc<Contracts>,
    pub(crate) journal: Arc<dyn Journal>,
    tokens: Tokens,
}

/// A change that may be made, once. It owns the authorised change, so there is no other target to pass (L61).
#[must_use = "a permitted change does nothing until it is executed"]
#[derive(Debug)]
pub struct Permit<O: Governed> {
    pub(crate) authorized: Authorized<O>,
    pub(crate) session: SessionId,
    pub(crate) contract: Option<Id>,
}

impl<O: Governed> Permit<O> {
    /// What it changes.
    pub fn target(&self) -> Address {
        self.authorized.target()
    }

    /// The contract it was permitted under.
    pub fn contract(&self) -> Option<Id> {
        self.contract
    }
}

/// Everything a decision depends on, gathered once.
struct Case<'a> {
    session: SessionId,
    mode: Option<Mode>,
    /// What the table demands; nothing where it has no row.
    required: Option<Requirement>,
    change: Change,
    described: Described,
    usage: Use,
    asking: Asking<'a>,
}

impl<'a> Case<'a> {
    fn new<O: Governed>(
        enforcement: &Enforcement,
        session: SessionId,
        target: &Resolved,
        operation: &O,
        usage: Use,
        asking: Asking<'a>,
    ) -> Self {
        // L44, L62: the mode of this moment, not of an earlier one.
        let mode = enforcement.world.session(session).mode();
        let required = mode.and_then(|mode| enforcement.required(mode, target, operation));
        let (change, described) = (Change::new(target, operation), Described::new(target, operation));
        Self { session, mode, required, change, described, usage, asking }
    }
}

/// How a change was judged.
#[derive(Clone, Copy)]
enum Judgement {
    Permitted {
        contract: Option<Id>,
        grant: Option<Id>,
    },
    /// A person is being asked; the call goes on when they have answered (L26).
    Asked,
    Denied(Denial),
}

/// A session without a mode, as a word.
#[derive(ReplyData)]
enum Unset {
    None,
}

impl Enforcement {
    /// Takes EN's voice and the world's one authority by value.
    pub fn new(
        voice: Voice<En>,
        authority: Authority,
        world: Arc<WorldAdapter>,
        contracts: Arc<Contracts>,
        journal: Arc<dyn Journal>,
        desk: Arc<dyn Desk>,
        clock: Clock,
    ) -> Self {
        Self { voice, authority, world, contracts, journal, tokens: Tokens::new(clock, desk) }
    }

    /// Permits a change, or ends the call with a denial that says what would be needed.
    ///
    /// Consumes the target and the operation: what is permitted is exactly what was asked. Reads have no way in here (L63).
    pub fn authorize<'c, O: Governed>(
        &self,
        rb: ReplyBuilder<'c>,
        session: SessionId,
        target: Resolved,
        operation: O,
        asking: Asking<'_>,
    ) -> Result<(ReplyBuilder<'c>, Permit<O>), Terminal<'c>> {
        let case = Case::new(self, session, &target, &operation, Use::Up, asking);
        let (rb, contract) = self.enforce(rb, &case)?;
        let authorized = self.authority.authorize(target, operation);
        Ok((rb, Permit { authorized, session, contract }))
    }

    /// Judges a change like [`Enforcement::authorize`], and permits nothing: for a dry run. A grant stays unused, and
    /// nobody is asked while the call waits.
    pub fn rehearse<'c, O: Governed>(
        &self,
        rb: ReplyBuilder<'c>,
        session: SessionId,
        target: &Resolved,
        operation: &O,
    ) -> Result<ReplyBuilder<'c>, Terminal<'c>> {
        let case = Case::new(self, session, target, operation, Use::Not, Asking::AtTheDesk);
        self.enforce(rb, &case).map(|(rb, _)| rb)
    }

    /// Hears what a person at the client said about a request. A refusal ends it here and now, though the call should fail
    /// before it comes to be judged; an agreement counts when the very change that was asked about is judged.
    pub fn hear(&self, request: Id, answer: Answer) -> Heard {
        if answer == Answer::Refused {
            self.tokens.refuse(request);
        }
        Heard { request, answer }
    }

    /// Takes back every request that waits for a person: the process is about to end, and they with it.
    pub fn withdraw_requests(&self) {
        self.tokens.withdraw_all();
    }

    /// The gate: judge, journal, and only then permit or deny.
    fn enforce<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        case: &Case<'_>,
    ) -> Result<(ReplyBuilder<'c>, Option<Id>), Terminal<'c>> {
        let judgement = self.judge(rb.trace_id(), case);
        let (decision, code, contract) = match judgement {
            Judgement::Permitted { contract, .. } => (Decision::Allow, None, contract),
            Judgement::Asked => (Decision::RequireToken, None, None),
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
            if let (Judgement::Permitted { grant: Some(grant), .. }, Use::Up) = (judgement, case.usage) {
                self.tokens.give_back(grant, case.session, &case.change);
            }
            return Err(rb.error(&self.voice, JournalUnavailable { target: case.described.target.clone() }));
        }
        match judgement {
            Judgement::Permitted { contract, .. } => Ok((rb, contract)),
            Judgement::Asked => Err(rb.pause()),
            Judgement::Denied(denial) => Err(self.deny(rb, denial, case)),
        }
    }

    /// Policy, then contract, then token.
    fn judge(&self, trace_id: TraceId, case: &Case<'_>) -> Judgement {
        let Some(required) = case.required else { return Judgement::Denied(Denial::NoRule) };
        if required == Requirement::Never {
            return Judgement::Denied(Denial::Never);
        }
        let mut contract = None;
        if required.needs_contract() {
            match self.contracts.coverage(case.session, &case.change) {
                Coverage::NoContract => return Judgement::Denied(Denial::ContractRequired),
                Coverage::Outside(id) => return Judgement::Denied(Denial::OutsideContract(id)),
                Coverage::Covered(id) => contract = Some(id),
            }
        }
        if !required.needs_token() {
            return Judgement::Permitted { contract, grant: None };
        }
        let claim = self.claim(case);
        self.note_approval(trace_id, claim);
        match claim {
            Claim::Granted(grant) => Judgement::Permitted { contract, grant: Some(grant) },
            Claim::Refused(_) => Judgement::Denied(Denial::Refused),
            Claim::Waiting(request) => match case.asking {
                Asking::AtTheDesk | Asking::Answered(..) => Judgement::Denied(Denial::TokenRequired(request)),
                Asking::InClient(place) => {
                    // Each run of a call brings a place of its own, so it is empty.
                    let _ = place.set(Question { request, change: case.described.clone() });
                    Judgement::Asked
                }
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
        if let Asking::Answered(Heard { request, answer }) = case.asking {
            match answer {
                Answer::Granted => self.tokens.grant(request, case.session, &case.change),
                Answer::Refused => return Claim::Refused(request),
            }
        }
        self.tokens.claim(case.session, &case.change, &case.described, case.usage)
    }

    fn note_approval(&self, trace_id: TraceId, claim: Claim) {
        let (request, granted) = match claim {
            Claim::Granted(request) => (request, true),
            Claim::Refused(request) => (request, false),
            Claim::Waiting(_) | Claim::TooMany => return,
        };
        // The decision that follows is journalled too, and that one must succeed.
        let _ = self.journal.record(&Record::Approval { trace_id, request, granted });
    }

    fn deny<'c>(&self, rb: ReplyBuilder<'c>, denial: Denial, case: &Case<'_>) -> Terminal<'c> {
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
                rb.denied(&self.voice, TooManyWaiting { operation, target, waiting: MOST_PENDING as u64 })
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
