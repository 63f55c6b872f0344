//! A contract: what an agent declares before it changes anything (L67).

mod data;
mod request;
mod store;

use std::time::Duration;

use reply_kit::{Address, Id, Text, TraceId};
use world_adapter::{Identity, OperationName};

pub use data::{ContractData, ContractList, ContractState, Done};
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
    pub(crate) done: Vec<(TraceId, OperationName, Address)>,
}

impl Contract {
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
