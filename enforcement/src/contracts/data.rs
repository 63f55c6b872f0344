//! Reply data of contracts.

use std::time::Duration;

use reply_kit::ReplyData;
use reply_kit::{Address, Id, Text};
use world_adapter::OperationName;

use super::Contract;

/// A contract as an agent sees it.
#[derive(Clone, Debug, ReplyData)]
pub struct ContractData {
    /// Its id.
    pub contract: Id,
    /// What it is for.
    pub intent: Text,
    /// The one root or mod that it covers.
    pub scope: Address,
    /// The operations it covers.
    pub operations: Vec<OperationName>,
    /// The places it covers, with everything beneath them.
    pub targets: Vec<Address>,
    /// Its state.
    pub state: ContractState,
    /// How many seconds it stays open.
    pub expires_in_seconds: u64,
    /// How many changes were made under it.
    pub changes: usize,
    /// The last of them, at most 20, the newest at the end.
    pub done: Vec<ContractChange>,
}

/// The state of a contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum ContractState {
    /// Valid, but not opened: the answer to `validate`.
    Proposed,
    /// Open.
    Open,
    /// Closed.
    Closed,
    /// Expired.
    Expired,
}

/// One change made under a contract.
#[derive(Clone, Debug, ReplyData)]
pub struct ContractChange {
    /// The call that made it.
    pub trace_id: Text,
    /// What it did.
    pub operation: OperationName,
    /// To what.
    pub target: Address,
}

/// The contracts of a session.
#[derive(Clone, Debug, ReplyData)]
pub struct ContractList {
    /// The newest first.
    pub contracts: Vec<ContractData>,
    /// How many older ones do not fit the answer; `status` shows one by its id.
    pub left_out: usize,
}

/// The most bytes of addresses in a list of contracts (L100).
const MAX_LIST_BYTES: usize = 128 * 1024;

impl ContractList {
    /// As many contracts as fit an answer, at least one.
    pub(crate) fn of<'c>(contracts: impl ExactSizeIterator<Item = &'c Contract>, now: Duration) -> Self {
        let total = contracts.len();
        let mut left = MAX_LIST_BYTES;
        let fitting = contracts.enumerate().take_while(|(index, contract)| {
            let fits = contract.reply_bytes() <= left;
            left = left.saturating_sub(contract.reply_bytes());
            fits || *index == 0
        });
        let contracts: Vec<_> = fitting.map(|(_, contract)| contract.data(now)).collect();
        Self { left_out: total - contracts.len(), contracts }
    }
}

impl Contract {
    /// How many bytes of addresses its entry has.
    fn reply_bytes(&self) -> usize {
        let targets = self.targets.iter().map(|(address, _)| address);
        let done = self.done.iter().map(|(_, _, target)| target);
        targets.chain(done).map(|address| address.as_str().len() + 64).sum()
    }

    pub(crate) fn data(&self, now: Duration) -> ContractData {
        let state = match (self.is_closed, now < self.expires) {
            (true, _) => ContractState::Closed,
            (false, true) => ContractState::Open,
            (false, false) => ContractState::Expired,
        };
        let left = if state == ContractState::Open { self.expires.saturating_sub(now).as_secs() } else { 0 };
        let done = self.done.iter().map(|(trace_id, operation, target)| ContractChange {
            trace_id: Text::new(trace_id.to_string()),
            operation: *operation,
            target: target.clone(),
        });
        ContractData {
            contract: self.id,
            intent: self.intent.clone(),
            scope: self.scope.clone(),
            operations: self.operations.clone(),
            targets: self.targets.iter().map(|(address, _)| address.clone()).collect(),
            state,
            expires_in_seconds: left,
            changes: self.changes,
            done: done.collect(),
        }
    }
}
