//! The contracts of all sessions, with CT's voice: open, validate, close, list (L67).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use replies::Ct;
use replies::ct::error::ContractNotRecorded;
use replies::ct::invalid::{ContractAlreadyOpen, ContractInvalid, ContractUnknown};
use replies::ct::success::{ContractClosed, ContractOpened, ContractValid, ContractsListed};
use reply_kit::{
    Address, DeclaresSuccess, Id, Reply, ReplyBuilder, ReplyData, ReplyResult, SharedVoice, Step, Text, TraceId, Voice,
};
use serde_json::{Map, Value};
use world_adapter::{OperationName, SessionId, WorldAdapter};

use super::request::{ContractReader, wrong};
use super::{Contract, ContractData, ContractEnd, ContractList};
use crate::clock::Clock;
use crate::codes::ContractCodes;
use crate::journal::{Journal, Record};
use crate::policy::{CLOSE, CONTRACT_TOOL};

/// How many contracts a session remembers.
const MAX_REMEMBERED: usize = 50;
/// The most bytes that ended contracts take over all sessions: past them, each session remembers only its newest one.
const MAX_ENDED_BYTES: usize = 16 * 1024 * 1024;
/// The most bytes that open contracts take over all sessions: past them, only small ones are opened.
const MAX_OPEN_BYTES: usize = 16 * 1024 * 1024;
/// What such a small contract takes at most.
const SMALL_CONTRACT_BYTES: usize = 8 * 1024;

type ContractsOfSessions = HashMap<SessionId, Vec<Contract>>;

/// Every contract of the process. They end with it.
pub struct Contracts {
    voice: Arc<Voice<Ct>>,
    world: Arc<WorldAdapter>,
    journal: Arc<dyn Journal>,
    clock: Clock,
    of_sessions: Mutex<ContractsOfSessions>,
}

/// The required state of a contract for a request.
#[derive(Clone, Copy, Debug, ReplyData)]
enum RequiredState {
    Open,
    Known,
}

impl Contracts {
    /// Takes CT's voice: nothing else can answer for contracts.
    pub fn new(voice: impl SharedVoice<Ct>, world: Arc<WorldAdapter>, journal: Arc<dyn Journal>, clock: Clock) -> Self {
        Self { voice: voice.into_shared(), world, journal, clock, of_sessions: Mutex::default() }
    }

    /// Opens a contract; a session has one open at a time.
    pub fn open<'c, T: ContractCodes + DeclaresSuccess<ContractOpened, ContractData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        request: &Map<String, Value>,
    ) -> ReplyResult<'c> {
        let now = self.clock.now();
        let (rb, contract) = self.read(rb, session, request, now)?;
        let mut of_sessions = self.lock();
        // L101: a session's contracts end with it.
        of_sessions.retain(|session, _| self.world.has_session(*session));
        forget_ended(&mut of_sessions, now, MAX_ENDED_BYTES);
        let open_bytes = open_bytes(&of_sessions, now);
        let contracts = of_sessions.entry(session).or_default();
        if let Some(open) = contracts.iter().find(|contract| contract.is_open(now)) {
            let contract = open.id;
            let (tool, command) = (CONTRACT_TOOL, CLOSE);
            let scope = open.scope.clone();
            return Err(rb.invalid(&self.voice, ContractAlreadyOpen { contract, scope, tool, command }));
        }
        let (rb, ()) = self.check_room(rb, open_bytes, &contract)?;
        let record = Record::ContractOpened {
            trace_id: rb.trace_id(),
            session: session.label(),
            contract: contract.id,
            intent: contract.intent.to_string(),
            targets: contract.targets.iter().map(|(address, _)| address.clone()).collect(),
            operations: contract.operations.clone(),
            expires_in_seconds: contract.expires.saturating_sub(now).as_secs(),
        };
        if self.journal.record(&record).is_err() {
            return Err(rb.error(&self.voice, ContractNotRecorded));
        }
        let data = contract.data(now);
        self.world.mark_work(session);
        contracts.insert(0, contract);
        contracts.truncate(MAX_REMEMBERED);
        Ok(rb.success(&self.voice, ContractOpened, &data))
    }

    /// Checks whether a request is valid, and opens nothing.
    pub fn validate<'c, T: ContractCodes + DeclaresSuccess<ContractValid, ContractData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        request: &Map<String, Value>,
    ) -> ReplyResult<'c> {
        let now = self.clock.now();
        let (rb, contract) = self.read(rb, session, request, now)?;
        let open_bytes = open_bytes(&self.lock(), now);
        let (rb, ()) = self.check_room(rb, open_bytes, &contract)?;
        let mut data = contract.data(now);
        data.state = super::ContractState::Proposed;
        Ok(rb.success(&self.voice, ContractValid, &data))
    }

    /// Closes a contract, by its id or the session's open one, and lists what was done under it.
    pub fn close<'c, T: ContractCodes + DeclaresSuccess<ContractClosed, ContractData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        id: Option<&str>,
    ) -> ReplyResult<'c> {
        let now = self.clock.now();
        let mut of_sessions = self.lock();
        let mut contracts = of_sessions.get_mut(&session).into_iter().flatten();
        let wanted =
            |contract: &&mut Contract| contract.is_open(now) && id.is_none_or(|id| contract.id.to_string() == id);
        let Some(contract) = contracts.find(wanted) else {
            return Err(rb.invalid(&self.voice, unknown(id, RequiredState::Open)));
        };
        let record = Record::ContractClosed {
            trace_id: rb.trace_id(),
            session: session.label(),
            contract: contract.id,
            changes: contract.changes,
        };
        if self.journal.record(&record).is_err() {
            return Err(rb.error(&self.voice, ContractNotRecorded));
        }
        contract.is_closed = true;
        let data = contract.data(now);
        contract.forget_targets();
        Ok(rb.success(&self.voice, ContractClosed, &data))
    }

    /// One contract of the session, by its id.
    pub fn status<'c, T: ContractCodes + DeclaresSuccess<ContractsListed, ContractList>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        id: &str,
    ) -> ReplyResult<'c> {
        let of_sessions = self.lock();
        let contracts = of_sessions.get(&session).map(Vec::as_slice).unwrap_or_default();
        let Some(contract) = contracts.iter().find(|contract| contract.id.to_string() == id) else {
            return Err(rb.invalid(&self.voice, unknown(Some(id), RequiredState::Known)));
        };
        let list = ContractList::of([contract].into_iter(), self.clock.now());
        Ok(rb.success(&self.voice, ContractsListed, &list))
    }

    /// Every contract of the session, the newest first.
    pub fn list<'c, T: DeclaresSuccess<ContractsListed, ContractList>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
    ) -> Reply<'c> {
        let now = self.clock.now();
        let of_sessions = self.lock();
        let contracts = of_sessions.get(&session).map(Vec::as_slice).unwrap_or_default();
        let list = ContractList::of(contracts.iter(), now);
        rb.success(&self.voice, ContractsListed, &list)
    }

    /// The session's open contract, and whether it covers a change. Read at execution time, never before.
    pub(crate) fn coverage(&self, session: SessionId, operation: OperationName, places: &[ContractEnd]) -> Coverage {
        let now = self.clock.now();
        let of_sessions = self.lock();
        let open = of_sessions.get(&session).into_iter().flatten().find(|contract| contract.is_open(now));
        match open {
            None => Coverage::NoContract,
            Some(contract) if contract.covers(operation, places) => Coverage::Covered(contract.id),
            Some(contract) => Coverage::Outside(contract.id),
        }
    }

    /// What a contract of the session is for.
    pub(crate) fn intent(&self, session: SessionId, contract: Id) -> Text {
        let of_sessions = self.lock();
        let found = of_sessions.get(&session).into_iter().flatten().find(|found| found.id == contract);
        found.map_or_else(|| Text::new(""), |found| found.intent.clone())
    }

    /// Records a change that was made under a contract, for its close.
    pub(crate) fn note(
        &self,
        session: SessionId,
        contract: Id,
        trace_id: TraceId,
        operation: OperationName,
        target: Address,
    ) {
        let mut of_sessions = self.lock();
        let mut contracts = of_sessions.get_mut(&session).into_iter().flatten();
        if let Some(found) = contracts.find(|found| found.id == contract) {
            found.note(trace_id, operation, target);
        }
    }

    fn read<'c, T: ContractCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        request: &Map<String, Value>,
        now: Duration,
    ) -> Step<'c, T, Contract> {
        let reader = ContractReader { world: &self.world, voice: &self.voice, session, now };
        rb.require(reader.read(request), |rb, problems| rb.invalid(&self.voice, ContractInvalid { problems }))
    }

    /// L101: what other sessions hold open leaves room for a small contract at most.
    fn check_room<'c, T: ContractCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        open_bytes: usize,
        contract: &Contract,
    ) -> Step<'c, T, ()> {
        let bytes = contract.held_bytes();
        if bytes <= SMALL_CONTRACT_BYTES || open_bytes + bytes <= MAX_OPEN_BYTES {
            return Ok((rb, ()));
        }
        let problem = "has too many addresses beside the open contracts of other sessions";
        let problems = vec![wrong("targets", problem, "fewer or shorter addresses, such as a folder around them")];
        Err(rb.invalid(&self.voice, ContractInvalid { problems }))
    }

    /// Every change is one assignment, so a panic elsewhere leaves the contracts consistent.
    fn lock(&self) -> MutexGuard<'_, ContractsOfSessions> {
        self.of_sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the targets of contracts that are over, and whole ones if all that are over take too much.
fn forget_ended(of_sessions: &mut ContractsOfSessions, now: Duration, max_bytes: usize) {
    let mut ended_bytes = 0;
    for contract in of_sessions.values_mut().flatten().filter(|contract| !contract.is_open(now)) {
        contract.forget_targets();
        ended_bytes += contract.held_bytes();
    }
    if ended_bytes > max_bytes {
        for contracts in of_sessions.values_mut() {
            contracts.truncate(1);
        }
    }
}

/// What open contracts take over all sessions.
fn open_bytes(of_sessions: &ContractsOfSessions, now: Duration) -> usize {
    let open = of_sessions.values().flatten().filter(|contract| contract.is_open(now));
    open.map(Contract::held_bytes).sum()
}

/// How a change relates to the session's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    NoContract,
    Covered(Id),
    Outside(Id),
}

fn unknown(id: Option<&str>, needed: RequiredState) -> ContractUnknown {
    ContractUnknown { contract: id.map_or_else(|| "(the open one)".into(), Text::echo), needed: needed.into() }
}

impl fmt::Debug for Contracts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contracts({} sessions)", self.lock().len())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    fn contract(id: Id, expires: u64) -> Contract {
        Contract {
            id,
            intent: Text::new("x".repeat(500)),
            scope: "mod:A".parse().unwrap(),
            targets: Vec::new(),
            operations: vec![OperationName::Write],
            expires: Duration::from_secs(expires),
            is_closed: false,
            done: VecDeque::new(),
            changes: 0,
        }
    }

    #[test]
    fn l101_ended_contracts_of_all_sessions_together_are_bounded_and_each_session_keeps_its_newest() {
        let now = Duration::from_secs(100);
        let newest: Vec<Id> = (0..4).map(|_| Id::fresh()).collect();
        let of_session = |(index, id): (usize, &Id)| {
            // Of one session the newest contract is open, and it stays in any case.
            let newest = contract(*id, if index == 0 { 101 } else { 99 });
            (SessionId::fresh(), vec![newest, contract(Id::fresh(), 50), contract(Id::fresh(), 50)])
        };
        let mut all: ContractsOfSessions = newest.iter().enumerate().map(of_session).collect();
        let held = 11 * contract(Id::fresh(), 50).held_bytes();
        forget_ended(&mut all, now, held);
        assert!(all.values().all(|contracts| contracts.len() == 3), "it fits");
        forget_ended(&mut all, now, held - 1);
        let left: Vec<Id> = all.values().flatten().map(|contract| contract.id).collect();
        assert!(left.len() == 4 && newest.iter().all(|id| left.contains(id)));
        assert_eq!(open_bytes(&all, now), contract(Id::fresh(), 50).held_bytes());
    }

    #[test]
    fn l100_what_a_contract_remembers_of_long_addresses_is_bounded() {
        let mut contract = contract(Id::fresh(), 1);
        let long: Address = format!("mod:A/{}", vec!["x".repeat(199); 15].join("/")).parse().unwrap();
        let trace_id: TraceId = Id::fresh().to_string().parse().unwrap();
        for _ in 0..30 {
            contract.note(trace_id, OperationName::Write, long.clone());
        }
        assert_eq!((contract.done.len(), contract.changes), (1, 30));
    }
}
