//! The kinds of denial.

use reply_kit::Id;

/// Why a change is refused. Each has one code, in `judge.rs`.
#[derive(Clone, Copy)]
pub(crate) enum Denial {
    Never,
    NoRule,
    ContractRequired,
    OutsideContract(Id),
    /// The ends of a rename lie in two scopes, both of which take a contract.
    TwoContracts,
    TokenRequired(Id),
    /// With how many are pending.
    TooManyWaiting(usize),
    Refused,
}
