//! The parts of the safety wrapper, and the codes that play them (L21).

use crate::{ParamType, ReplyType, Scalar};

/// The parts the safety wrapper plays itself, and what a code must be to play one (L21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A panic, a timeout or a bug.
    Crash,
    /// A reply that would have shown an agent a host path.
    Leak,
    /// More work than the server takes on at once.
    Overload,
    /// Arguments that do not fit the tool.
    BadArguments,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Crash, Self::Leak, Self::Overload, Self::BadArguments];

    /// The name in the registry's `[roles]`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Leak => "leak",
            Self::Overload => "overload",
            Self::BadArguments => "bad_arguments",
        }
    }

    /// The reply type a code must have to play this role. All roles are played by one layer.
    pub const fn reply_type(self) -> ReplyType {
        match self {
            Self::Crash | Self::Leak | Self::Overload => ReplyType::E,
            Self::BadArguments => ReplyType::I,
        }
    }

    /// The parameters the wrapper fills in: none, or the list of problems.
    pub const fn params(self) -> &'static [(&'static str, ParamType)] {
        match self {
            Self::BadArguments => &[("problems", ParamType::List(Scalar::Problem))],
            Self::Crash | Self::Leak | Self::Overload => &[],
        }
    }
}
