//! A contract: what an agent declares before it changes anything (L67).

mod data;
mod request;
mod store;

use std::collections::VecDeque;
use std::time::Duration;

use reply_kit::{Address, Id, Text, TraceId};
use world_adapter::{Identity, OperationName, Resolved};

pub use data::{ContractChange, ContractData, ContractList, ContractState};
pub use request::{DEFAULT_MINUTES, MAX_MINUTES};
pub use store::Contracts;
pub(crate) use store::Coverage;

/// A place that a change takes a contract for: its target, and of a rename either end or both.
#[derive(Clone, Debug)]
pub(crate) struct ContractEnd {
    pub(crate) address: Address,
    pub(crate) identity: Identity,
}

impl ContractEnd {
    pub(crate) fn new(place: &Resolved) -> Self {
        Self { address: place.named(), identity: place.identity().clone() }
    }

    /// The root or mod that it lies in: the scope of a contract that would cover it.
    pub(crate) fn scope(&self) -> Address {
        let scope = self.address.as_str().split('/').next().and_then(|scope| scope.parse().ok());
        scope.unwrap_or_else(|| self.address.clone())
    }
}

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

/// How many of its last changes a contract lists.
const MAX_DONE: usize = 20;
/// The most bytes of addresses in that list.
const MAX_DONE_BYTES: usize = 4 * 1024;

impl Contract {
    /// Records a change; the oldest are dropped if there are too many.
    pub(crate) fn note(&mut self, trace_id: TraceId, operation: OperationName, target: Address) {
        self.changes += 1;
        self.done.push_back((trace_id, operation, target));
        while self.done.len() > MAX_DONE || self.done.len() > 1 && self.done_bytes() > MAX_DONE_BYTES {
            self.done.pop_front();
        }
    }

    fn done_bytes(&self) -> usize {
        self.done.iter().map(|(_, _, target)| target.as_str().len()).sum()
    }

    /// About how many bytes of memory it takes: a target is an address and an identity.
    pub(crate) fn held_bytes(&self) -> usize {
        const EACH: usize = 128;
        let targets = self.targets.iter().map(|(address, _)| 2 * address.as_str().len() + EACH).sum::<usize>();
        EACH + self.intent.as_str().len() + targets + self.done_bytes() + EACH * self.done.len()
    }

    /// Forgets what only an open contract needs: an ended one covers nothing.
    pub(crate) fn forget_targets(&mut self) {
        self.targets = Vec::new();
    }

    /// Open: neither closed nor expired. Checked whenever it is used.
    pub(crate) fn is_open(&self, now: Duration) -> bool {
        !self.is_closed && now < self.expires
    }

    /// Whether it covers an operation at these places, compared by identity and by components (L54).
    pub(crate) fn covers(&self, operation: OperationName, places: &[ContractEnd]) -> bool {
        self.operations.contains(&operation) && places.iter().all(|place| self.holds(place))
    }

    pub(crate) fn holds(&self, place: &ContractEnd) -> bool {
        self.targets.iter().any(|(_, target)| place.identity.lies_within(target))
    }
}
