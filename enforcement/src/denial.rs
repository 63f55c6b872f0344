//! The ways to say no, each with its code and what the journal says of it.

use replies::en::Denied;
use reply_kit::Id;

use crate::journal::Decision;

/// The ways to say no, each with a code of its own.
#[derive(Clone, Copy)]
pub(crate) enum Denial {
    Never,
    NoRule,
    ContractRequired,
    OutsideContract(Id),
    TokenRequired(Id),
    TooManyWaiting,
    Refused,
}

impl Denial {
    pub(crate) const fn decision(self) -> Decision {
        match self {
            Self::TokenRequired(_) | Self::TooManyWaiting => Decision::RequireToken,
            _ => Decision::Deny,
        }
    }

    /// Its code.
    pub(crate) const fn code(self) -> Denied {
        match self {
            Self::Never => Denied::WriteDenied,
            Self::OutsideContract(_) => Denied::OutsideContract,
            Self::ContractRequired => Denied::ContractRequired,
            Self::TokenRequired(_) => Denied::TokenRequired,
            Self::NoRule => Denied::NoRule,
            Self::Refused => Denied::ApprovalRefused,
            Self::TooManyWaiting => Denied::TooManyWaiting,
        }
    }

    pub(crate) const fn contract(self) -> Option<Id> {
        match self {
            Self::OutsideContract(contract) => Some(contract),
            _ => None,
        }
    }
}
