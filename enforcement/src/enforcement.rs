//! Enforcement itself: the authority, EN's voice, and everything a decision depends on.

use std::fmt;
use std::sync::Arc;

use replies::En;
use reply_kit::{CallContext, Id, ReplyBuilder, SharedVoice, Step, Voice};
use world_adapter::{Authority, Authorized, DryRunPreview, Mode, Preview, Resolved, SessionId, WorldAdapter, Write};

use crate::approvals::{ApprovalQueue, GrantUse, Tokens};
use crate::clock::Clock;
use crate::codes::{DenialCodes, EnforceCodes};
use crate::contracts::{ContractEnd, Contracts};
use crate::execute::{Change, ChangeSummary, Mutation};
use crate::journal::Journal;
use crate::policy::{Demand, PolicyZone, Requirement};
use crate::undo::UndoRecorder;

/// Holds the authority and EN's voice: nothing else can permit a change, and nothing else can deny one.
pub struct Enforcement {
    pub(crate) voice: Arc<Voice<En>>,
    pub(crate) authority: Authority,
    pub(crate) world: Arc<WorldAdapter>,
    pub(crate) contracts: Arc<Contracts>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) undo: Arc<dyn UndoRecorder>,
    pub(crate) tokens: Tokens,
}

/// The components that enforcement uses; each is passed once.
pub struct EnforcementParts {
    /// The world whose targets it judges.
    pub world: Arc<WorldAdapter>,
    /// The contracts that agents have open.
    pub contracts: Arc<Contracts>,
    /// Where decisions are recorded.
    pub journal: Arc<dyn Journal>,
    /// Where requests wait for a person.
    pub approvals: Arc<dyn ApprovalQueue>,
    /// Where the content that a change replaces is stored.
    pub undo: Arc<dyn UndoRecorder>,
    /// The clock by which grants and requests expire.
    pub clock: Clock,
}

/// A change that policy and contract permit, once. It owns the authorised change, so there is no other target to pass (L61).
///
/// Where a person must agree, they are asked when the change is executed: only then is its effect known.
#[must_use = "a permitted change does nothing until it is executed"]
#[derive(Debug)]
pub struct Permit<'a, O: Mutation> {
    pub(crate) authorized: Authorized<O>,
    pub(crate) case: PolicyCase<'a>,
}

/// Everything a decision depends on, collected once.
#[derive(Debug)]
pub(crate) struct PolicyCase<'a> {
    pub(crate) session: SessionId,
    pub(crate) mode: Option<Mode>,
    /// What the policy table demands; `None` if it has no row.
    pub(crate) required: Option<Requirement>,
    /// The zone of the target; for a rename, that of the end that the table refuses first.
    pub(crate) zone: PolicyZone,
    /// The ends that a contract must cover.
    pub(crate) contract_ends: Vec<ContractEnd>,
    pub(crate) change: Change,
    pub(crate) summary: ChangeSummary,
    pub(crate) usage: GrantUse,
    /// Where a person can be asked, if anywhere.
    pub(crate) context: Option<&'a CallContext>,
    /// The contract that covers it.
    pub(crate) contract: Option<Id>,
}

impl<'a> PolicyCase<'a> {
    fn new<O: Mutation>(
        enforcement: &Enforcement,
        session: SessionId,
        target: &Resolved,
        operation: &O,
        usage: GrantUse,
        context: Option<&'a CallContext>,
    ) -> Self {
        // L44, L62: the current mode, not an earlier one.
        let mode = enforcement.world.session(session).mode();
        let Demand { required, zone, contract_ends } = enforcement.demand(mode, target, operation);
        let (change, summary) = (Change::new(target, operation), ChangeSummary::new(session, target, operation));
        Self { session, mode, required, zone, contract_ends, change, summary, usage, context, contract: None }
    }

    /// What a permitted change required.
    pub(crate) fn requirement(&self) -> Requirement {
        self.required.unwrap_or(Requirement::Never)
    }
}

impl Enforcement {
    /// Takes EN's voice, and with it the authority to permit changes.
    pub fn new(voice: impl SharedVoice<En>, parts: EnforcementParts) -> Self {
        let voice = voice.into_shared();
        let authority = Authority::of(&voice);
        let EnforcementParts { world, contracts, journal, approvals, undo, clock } = parts;
        let tokens = Tokens::new(clock, approvals, Arc::clone(&world));
        Self { voice, authority, world, contracts, journal, undo, tokens }
    }

    /// Permits a change by policy and contract, or ends the call with a denial that says what would be needed. The target's
    /// content has not been read (L61).
    ///
    /// Consumes the target and the operation: exactly the requested change is permitted. Reads have no way in here (L63).
    pub fn authorize<'c, 'a, T: DenialCodes, O: Mutation>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        target: Resolved,
        operation: O,
        context: &'a CallContext,
    ) -> Step<'c, T, Permit<'a, O>> {
        let case = PolicyCase::new(self, session, &target, &operation, GrantUse::Consume, Some(context));
        self.record_client_grant(&case);
        let (rb, case) = self.verdict(rb, case)?;
        let authorized = self.authority.authorize(target, operation);
        Ok((rb, Permit { authorized, case }))
    }

    /// Judges a write like [`Enforcement::authorize`] and executes nothing: for a dry run. It refuses what the write would
    /// refuse; a grant stays unused, and no person is asked while the call waits.
    pub fn dry_run<'c, T: EnforceCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        target: Resolved,
        write: Write,
    ) -> Step<'c, T, Preview> {
        let case = PolicyCase::new(self, session, &target, &write, GrantUse::Peek, None);
        let (rb, mut case) = self.verdict(rb, case)?;
        let authorized = self.authority.authorize(target, write);
        let (rb, DryRunPreview { preview, bound, proposal }) = self.world.preview(rb, authorized)?;
        let (rb, _) = self.approve(rb, &mut case, bound, &|| proposal.clone())?;
        Ok((rb, preview))
    }
}

impl fmt::Debug for EnforcementParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnforcementParts").finish_non_exhaustive()
    }
}

impl fmt::Debug for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Enforcement").finish_non_exhaustive()
    }
}
