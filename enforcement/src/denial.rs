//! The ways to say no, each with its code and what the journal says of it.

use reply_core::Id;

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

    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::Never => "EN-WRITE-D-001",
            Self::OutsideContract(_) => "EN-WRITE-D-002",
            Self::ContractRequired => "EN-WRITE-D-003",
            Self::TokenRequired(_) => "EN-WRITE-D-004",
            Self::NoRule => "EN-WRITE-D-005",
            Self::Refused => "EN-GATE-D-001",
            Self::TooManyWaiting => "EN-GATE-D-002",
        }
    }

    pub(crate) const fn contract(self) -> Option<Id> {
        match self {
            Self::OutsideContract(contract) => Some(contract),
            _ => None,
        }
    }
}
