//! The codes of enforcement and contracts: a tool that changes something declares them.

use replies::ct::error::ContractNotRecorded;
use replies::ct::invalid::{ContractAlreadyOpen, ContractInvalid, ContractUnknown};
use replies::en::denied::{
    ApprovalRefused, ContractRequired, NoRule, OutsideContract, TokenRequired, TooManyWaiting, TwoContracts,
    WriteDenied,
};
use replies::en::error::{JournalUnavailable, RequestNotKept, WriteFailed};
use reply_kit::code_set;
use world_adapter::ChangeCodes;

code_set! {
    /// What enforcement can answer before a change is made.
    pub trait DenialCodes =
        WriteDenied, NoRule, ContractRequired, OutsideContract, TwoContracts, TokenRequired, TooManyWaiting, ApprovalRefused,
        JournalUnavailable, RequestNotKept, WriteFailed;
    /// What the contract lifecycle can answer.
    pub trait ContractCodes = ContractAlreadyOpen, ContractInvalid, ContractUnknown, ContractNotRecorded;
}

/// What a governed change can answer: enforcement's denials, and the world adapter's codes for changes.
pub trait EnforceCodes: DenialCodes + ChangeCodes {}

impl<T: DenialCodes + ChangeCodes> EnforceCodes for T {}
