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

use super::request::ContractReader;
use super::{Contract, ContractData, ContractEnd, ContractList};
use crate::clock::Clock;
use crate::codes::ContractCodes;
use crate::journal::{Journal, Record};
use crate::policy::{CLOSE, CONTRACT_TOOL};

/// How many ended contracts a session remembers.
const MAX_REMEMBERED: usize = 50;

/// Every contract of the process. They end with it.
pub struct Contracts {
    voice: Arc<Voice<Ct>>,
    world: Arc<WorldAdapter>,
    journal: Arc<dyn Journal>,
    clock: Clock,
    of_sessions: Mutex<HashMap<SessionId, Vec<Contract>>>,
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
        let contracts = of_sessions.entry(session).or_default();
        if let Some(open) = contracts.iter().find(|contract| contract.is_open(now)) {
            let contract = open.id;
            let (tool, command) = (CONTRACT_TOOL, CLOSE);
            let scope = open.scope.clone();
            return Err(rb.invalid(&self.voice, ContractAlreadyOpen { contract, scope, tool, command }));
        }
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

    /// Every change is one assignment, so a panic elsewhere leaves the contracts consistent.
    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Vec<Contract>>> {
        self.of_sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
