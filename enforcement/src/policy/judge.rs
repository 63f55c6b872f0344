//! The verdict on a change: policy, then contract, at execution time; and the one place that denies (L60).

use replies::En;
use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, TwoContracts,
    WriteDenied,
};
use replies::en::error::JournalUnavailable;
use reply_kit::{
    Address, CodeRef, CodeType, DeclaredBy, DeniedBy, Elicit, Id, Question, ReplyBuilder, Step, Terminal, Text, Word,
};
use world_adapter::{Mode, OperationName, Resolved};

use super::denial::Denial;
use super::{PolicyZone, Requirement, requirement};
use crate::approvals::{Grant, GrantUse};
use crate::codes::DenialCodes;
use crate::contracts::{ContractEnd, Coverage};
use crate::enforcement::{Enforcement, PolicyCase};
use crate::execute::Mutation;
use crate::journal::{Decision, Record};

/// The result of a judgement.
pub(crate) enum Judgement<'a> {
    Permitted(Option<Grant>),
    /// A person is being asked; the call continues when they have answered (L26).
    Elicit(Elicit<'a>, Question),
    Denied(Denial),
}

/// A decision for the journal, besides the case.
#[derive(Clone, Copy)]
pub(crate) struct DecisionRecord {
    decision: Decision,
    code: Option<CodeRef>,
    contract: Option<Id>,
    request: Option<Id>,
}

impl DecisionRecord {
    const fn new(decision: Decision) -> Self {
        Self { decision, code: None, contract: None, request: None }
    }
}

/// The tool that a denial names as the next step, and its commands (L105).
pub(crate) const CONTRACT_TOOL: Word = Word::new("ck3_contract");
pub(crate) const OPEN: Word = Word::new("open");
pub(crate) const CLOSE: Word = Word::new("close");
/// The word for a session without a mode.
const NO_MODE: Word = Word::new("none");

/// What the table demands of a change.
pub(crate) struct Demand {
    /// At all its ends together; nothing where the table has no row.
    pub(crate) required: Option<Requirement>,
    /// Where it lies; of a rename, the end that the table refuses first.
    pub(crate) zone: PolicyZone,
    /// The ends that a contract must cover, the source of a rename first.
    pub(crate) contract_ends: Vec<ContractEnd>,
}

impl Demand {
    fn new(required: Option<Requirement>, zone: PolicyZone, ends: &[(Option<Requirement>, &Resolved)]) -> Self {
        let contracted = ends.iter().filter(|(required, _)| required.is_some_and(Requirement::needs_contract));
        Self { required, zone, contract_ends: contracted.map(|(_, place)| ContractEnd::new(place)).collect() }
    }
}

/// The scope of a contract that would cover a change whose ends lie in one scope.
fn contract_scope(case: &PolicyCase<'_>) -> Address {
    case.contract_ends.first().map_or_else(|| case.summary.target.clone(), ContractEnd::scope)
}

impl Enforcement {
    /// Policy, then contract. A denial is journalled and given here; a change that needs nothing else is journalled as allowed.
    pub(crate) fn verdict<'c, 'a, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        mut case: PolicyCase<'a>,
    ) -> Step<'c, T, PolicyCase<'a>> {
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

    /// Journals a judgement, and only then permits or denies.
    pub(crate) fn conclude<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &PolicyCase<'_>,
        judgement: Judgement<'_>,
    ) -> Step<'c, T, Option<Grant>> {
        match judgement {
            Judgement::Denied(denial) => Err(self.deny(rb, denial, case)),
            Judgement::Elicit(client, question) => {
                let asked =
                    DecisionRecord { request: Some(question.id), ..DecisionRecord::new(Decision::RequireToken) };
                let (rb, ()) = self.journal_decision(rb, case, asked)?;
                Err(rb.ask(client, question))
            }
            Judgement::Permitted(grant) => {
                let request = grant.map(|grant| grant.request);
                let allowed =
                    DecisionRecord { contract: case.contract, request, ..DecisionRecord::new(Decision::Allow) };
                match self.journal_decision(rb, case, allowed) {
                    Ok((rb, ())) => Ok((rb, grant)),
                    Err(terminal) => {
                        // L68: fail closed, and do not waste a person's approval.
                        self.return_grant(case, grant);
                        Err(terminal)
                    }
                }
            }
        }
    }

    fn journal_decision<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &PolicyCase<'_>,
        decided: DecisionRecord,
    ) -> Step<'c, T, ()> {
        let DecisionRecord { decision, code, contract, request } = decided;
        let record = Record::Decision {
            trace_id: rb.trace_id(),
            session: case.session.label(),
            target: case.summary.target.clone(),
            destination: case.summary.destination.clone(),
            operation: case.change.operation,
            mode: case.mode,
            decision,
            code,
            contract,
            request,
            dry_run: case.usage == GrantUse::Peek,
        };
        let recorded = self.journal.record(&record);
        rb.require(recorded, |rb, _| rb.error(&self.voice, JournalUnavailable { target: case.summary.target.clone() }))
    }

    /// Policy, then contract: returns the contract that covers the change, if it needs one.
    fn judge(&self, case: &PolicyCase<'_>) -> Result<Option<Id>, Denial> {
        let required = case.required.ok_or(Denial::NoRule)?;
        if required == Requirement::Never {
            return Err(Denial::Never);
        }
        if !required.needs_contract() {
            return Ok(None);
        }
        // No contract that could be opened covers two scopes, so none is asked for.
        let is_split = || matches!(&*case.contract_ends, [source, to] if source.scope() != to.scope());
        match self.contracts.coverage(case.session, case.change.operation, &case.contract_ends) {
            Coverage::Covered(id) => Ok(Some(id)),
            _ if is_split() => Err(Denial::TwoContracts),
            Coverage::NoContract => Err(Denial::ContractRequired),
            Coverage::Outside(id) => Err(Denial::OutsideContract(id)),
        }
    }

    /// What the table demands, and where: a rename must satisfy it at both its ends.
    pub(crate) fn demand<O: Mutation>(&self, mode: Option<Mode>, target: &Resolved, operation: &O) -> Demand {
        let holds_descriptor = !matches!(O::NAME, OperationName::Write | OperationName::CreateMod)
            && self.world.holds_name(&self.voice, target, super::is_descriptor_name);
        // The strictest rule of any file in a folder decides.
        let zone_of = |place: &Resolved| match PolicyZone::of(place, &self.voice) {
            PolicyZone::LocalMod if holds_descriptor => PolicyZone::Descriptor,
            zone => zone,
        };
        let zone = zone_of(target);
        let Some(mode) = mode else { return Demand { required: None, zone, contract_ends: Vec::new() } };
        let at = |place, operation| requirement(mode, place, operation);
        let Some(to) = operation.destination() else {
            let required = at(zone, O::NAME);
            return Demand::new(required, zone, &[(required, target)]);
        };
        let source = at(zone, OperationName::Delete);
        match source {
            None | Some(Requirement::Never) => Demand::new(source, zone, &[(source, target)]),
            Some(needed) => {
                let zone = zone_of(to);
                let destination = at(zone, OperationName::Write);
                let both = destination.map(|destination| needed.and(destination));
                Demand::new(both, zone, &[(source, target), (destination, to)])
            }
        }
    }

    /// Every denial: its code, its data for the agent, and its line in the journal.
    fn deny<'c, T: DenialCodes>(&self, rb: ReplyBuilder<'c, T>, denial: Denial, case: &PolicyCase<'_>) -> Terminal<'c> {
        let target = case.summary.target.clone();
        let operation: Word = case.change.operation.into();
        let mode = case.mode.map_or(NO_MODE, Into::into);
        let deny = DecisionRecord::new(Decision::Deny);
        match denial {
            Denial::Never => {
                let code = WriteDenied { target, operation, mode, zone: case.zone.into() };
                self.journal_and_deny(rb, case, deny, code)
            }
            Denial::NoRule => self.journal_and_deny(rb, case, deny, NoRule { target, operation, mode }),
            Denial::ContractRequired => {
                let scope = contract_scope(case);
                let (tool, command) = (CONTRACT_TOOL, OPEN);
                let code = ContractRequired { target, operation, tool, command, scope };
                self.journal_and_deny(rb, case, deny, code)
            }
            Denial::OutsideContract(contract) => {
                let scope = contract_scope(case);
                let (tool, first, then) = (CONTRACT_TOOL, CLOSE, OPEN);
                let code = OutsideContract { target, operation, contract, tool, first, then, scope };
                self.journal_and_deny(rb, case, DecisionRecord { contract: Some(contract), ..deny }, code)
            }
            Denial::TwoContracts => {
                let destination = case.summary.destination.clone().unwrap_or_else(|| target.clone());
                let scope_of = |end: Option<&ContractEnd>| end.map_or_else(|| target.clone(), ContractEnd::scope);
                let (then_scope, first_scope) =
                    (scope_of(case.contract_ends.first()), scope_of(case.contract_ends.last()));
                let code = TwoContracts { target, destination, tool: CONTRACT_TOOL, first_scope, then_scope };
                self.journal_and_deny(rb, case, deny, code)
            }
            Denial::TokenRequired(request) => {
                let person_runs = Text::new(format!("ck3raven approve {request}"));
                let code = TokenRequired { target, operation, request, person_runs };
                let waits = DecisionRecord { request: Some(request), ..DecisionRecord::new(Decision::RequireToken) };
                self.journal_and_deny(rb, case, DecisionRecord { contract: case.contract, ..waits }, code)
            }
            Denial::TooManyWaiting(waiting) => {
                let code = TooManyWaiting { operation, target, waiting: waiting as u64 };
                self.journal_and_deny(rb, case, DecisionRecord::new(Decision::RequireToken), code)
            }
            Denial::Refused => self.journal_and_deny(rb, case, deny, ApprovalRefused { target, operation }),
        }
    }

    fn journal_and_deny<'c, T: DenialCodes, C: CodeType + DeniedBy<En> + DeclaredBy<T>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &PolicyCase<'_>,
        decided: DecisionRecord,
        code: C,
    ) -> Terminal<'c> {
        match self.journal_decision(rb, case, DecisionRecord { code: Some(C::CODE.into()), ..decided }) {
            Ok((rb, ())) => rb.denied(&self.voice, code),
            Err(terminal) => terminal,
        }
    }
}
