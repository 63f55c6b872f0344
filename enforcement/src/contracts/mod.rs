//! A contract: what an agent declares before it changes anything (L67).

mod data;
mod request;
mod store;

use std::collections::VecDeque;
use std::time::Duration;

use reply_kit::{Address, Id, Text, TraceId};
use world_adapter::{Identity, OperationName};

pub use data::{ContractChange, ContractData, ContractList, ContractState};
pub use request::{DEFAULT_MINUTES, MAX_MINUTES};
pub use store::Contracts;
pub(crate) use store::Coverage;

use crate::execute::Change;

/// One contract of a session.
#[derive(Clone, Debug)]
pub(crate) struct Contract {
    pub(crate) id: Id,
    pub(crate) intent: Text,
    pub(crate) scope: Address,
    pub(crate) targets: Vec<(Address, Identity)>,
    pub(crate) operations: Vec<OperationName>,
    pub(crate) expires: Duration,
    pub(crate) is_closed: bool,
    /// The last changes made under it, and how many there were in all.
    pub(crate) done: VecDeque<(TraceId, OperationName, Address)>,
    pub(crate) changes: usize,
}

/// How many of its last changes a contract tells.
const MAX_DONE: usize = 20;

impl Contract {
    /// Notes a change; the oldest is forgotten where there are many.
    pub(crate) fn note(&mut self, trace_id: TraceId, operation: OperationName, target: Address) {
        self.changes += 1;
        if self.done.len() == MAX_DONE {
            self.done.pop_front();
        }
        self.done.push_back((trace_id, operation, target));
    }

    /// Open: neither closed nor expired. Checked whenever it is used.
    pub(crate) fn is_open(&self, now: Duration) -> bool {
        !self.is_closed && now < self.expires
    }

    /// Whether it covers a change at both its ends, compared by identity and by components (L54).
    pub(crate) fn covers(&self, change: &Change) -> bool {
        let holds = |place: &Identity| self.targets.iter().any(|(_, target)| place.lies_within(target));
        self.operations.contains(&change.operation)
            && holds(&change.target)
            && change.destination.as_ref().is_none_or(holds)
    }
}
