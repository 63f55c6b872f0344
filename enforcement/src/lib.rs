//! Whether a change is permitted: policy, contracts, tokens.
//!
//! [`Enforcement::authorize`] takes a resolved target and an operation by value and returns a [`Permit`] that can be executed
//! once, or ends the call with a denial that says what would be needed. It holds the world's one authority and EN's voice,
//! so no other code can permit a change or deny one.
//!
//! **Invariant:** it never answers I, never looks at reads, and never decides before execution time. What is permitted is
//! one table, in `policy.rs`.
//!
//! Start reading at `policy.rs`, then [`Enforcement::authorize`]; [`Contracts`] has CT's voice and a life of its own.
#![forbid(unsafe_code)]

mod clock;
mod codes;
mod contract;
mod denial;
mod enforcement;
mod execute;
mod journal;
mod policy;
mod request;
mod token;
mod undo;

pub use clock::{Clock, Hand};
pub use codes::{ContractCodes, DenialCodes, EnforceCodes};
pub use contract::{ContractData, ContractList, ContractState, Contracts, DEFAULT_MINUTES, Done, MAX_MINUTES};
pub use enforcement::{Enforcement, Permit};
pub use execute::{ChangeData, Keeper};
pub use journal::{Decision, Journal, JournalUnavailable, Record};
pub use policy::{Ground, Requirement, policy_table};
pub use request::{Described, Governed};
pub use token::{Answer, Decided, Desk, DeskError, FileDesk, GRANT_TTL, NoDesk, Waiting};
pub use undo::{KeptChange, Retention, UndoError, UndoStore, Zone, ZoneRetention};
