//! The law that no registry can widen: the layers, the reply types, and which layer may give which (L02–L04).
//!
//! A registry repeats this for its readers; [`crate::load`] compares the two and this side wins.

use std::fmt;

/// Who decided: the first part of a code. The set is closed (L02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// World: what exists, where it is, what a request about it means.
    Wa,
    /// Enforcement: whether a change is permitted.
    En,
    /// Contracts: whether a contract request is in order.
    Ct,
    /// Infrastructure: transport, arguments, and what is outside governance.
    Mcp,
}

impl Layer {
    /// Every layer, in the order the documentation lists them.
    pub const ALL: [Self; 4] = [Self::Wa, Self::En, Self::Ct, Self::Mcp];

    /// The spelling inside a code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wa => "WA",
            Self::En => "EN",
            Self::Ct => "CT",
            Self::Mcp => "MCP",
        }
    }

    /// Reads the spelling of a code; anything else is no layer.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.as_str() == text)
    }

    /// The reply types this layer may give (L04).
    ///
    /// ```
    /// use reply_registry::{Layer, ReplyType};
    /// assert!(Layer::En.legal_types().contains(&ReplyType::D));
    /// assert!(!Layer::Wa.legal_types().contains(&ReplyType::D));
    /// ```
    pub const fn legal_types(self) -> &'static [ReplyType] {
        match self {
            Self::En => &[ReplyType::S, ReplyType::D, ReplyType::E],
            Self::Wa | Self::Ct | Self::Mcp => &[ReplyType::S, ReplyType::I, ReplyType::E],
        }
    }

    /// Whether this layer may give a reply of this type.
    pub fn may_answer(self, reply_type: ReplyType) -> bool {
        self.legal_types().contains(&reply_type)
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a reply means: the third part of a code. The set is closed, and each has one meaning everywhere (L03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReplyType {
    /// Success: the operation completed as requested.
    S,
    /// Invalid: the request cannot be carried out as stated; the caller can fix it.
    I,
    /// Denied: a valid request refused by policy.
    D,
    /// Error: the system failed.
    E,
}

impl ReplyType {
    /// Every reply type.
    pub const ALL: [Self; 4] = [Self::S, Self::I, Self::D, Self::E];

    /// The letter inside a code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::I => "I",
            Self::D => "D",
            Self::E => "E",
        }
    }

    /// Reads the letter of a code; anything else is no reply type.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// The word for it: the status on the wire and the module in generated code.
    pub const fn word(self) -> &'static str {
        match self {
            Self::S => "success",
            Self::I => "invalid",
            Self::D => "denied",
            Self::E => "error",
        }
    }

    /// What the agent does next (L25).
    pub const fn action(self) -> &'static str {
        match self {
            Self::S => "continue",
            Self::I => "correct the request and retry",
            Self::D => "escalate: ask for a token or a different scope",
            Self::E => "stop, do not retry, report the trace id",
        }
    }

    /// The word for it on the wire: `error.action` of an envelope.
    pub const fn action_word(self) -> &'static str {
        match self {
            Self::S => "continue",
            Self::I => "correct_and_retry",
            Self::D => "escalate",
            Self::E => "stop_and_report",
        }
    }

    /// What it means, in one line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::S => "the operation completed as requested",
            Self::I => "the request cannot be carried out as stated; the caller can fix it",
            Self::D => "a valid request refused by policy",
            Self::E => "the system failed",
        }
    }
}

impl fmt::Display for ReplyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The parts the safety wrapper plays itself, and what a code must be to play one (L21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A panic, a timeout or a bug.
    Crash,
    /// A reply that would have told an agent a host path.
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

    /// The reply type a code must have to play this role. The layer is always MCP.
    pub const fn reply_type(self) -> ReplyType {
        match self {
            Self::Crash | Self::Leak | Self::Overload => ReplyType::E,
            Self::BadArguments => ReplyType::I,
        }
    }

    /// The parameters the wrapper fills in: none, or the list of problems.
    pub const fn params(self) -> &'static [(&'static str, crate::ParamType)] {
        match self {
            Self::BadArguments => &[("problems", crate::ParamType::List(crate::Scalar::Problem))],
            Self::Crash | Self::Leak | Self::Overload => &[],
        }
    }
}

/// Names that look like areas but are tools, or contract steps that belong to `GATE` (L07).
pub const NOT_AREAS: &[(&str, &str)] = &[
    ("FILE", "a tool; reading is READ, changing is WRITE"),
    ("DIR", "a tool; listing is READ, resolving is RES"),
    ("FOLDER", "a tool; listing is READ, resolving is RES"),
    ("PLAYSET", "a tool; choosing one is CFG"),
    ("GIT", "a tool; running something is EXEC"),
    ("QBUILDER", "a tool; building a database is DB"),
    ("SEARCH", "a tool; it is READ"),
    ("GREP", "a tool; it is READ"),
    ("REPO", "a place; changing it is WRITE"),
    ("MOD", "a place; changing it is WRITE"),
    ("OPEN", "a step in a contract's life, which is GATE"),
    ("CLOSE", "a step in a contract's life, which is GATE"),
    ("CONTRACT", "a layer (CT); a contract's life is GATE"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// L04, written out once more: change a rule above and this fails.
    #[test]
    fn l04_the_law_is_the_table() {
        let law = [("WA", "SIE"), ("EN", "SDE"), ("CT", "SIE"), ("MCP", "SIE")];
        for (layer, (name, types)) in Layer::ALL.into_iter().zip(law) {
            assert_eq!(layer.as_str(), name);
            for reply_type in ReplyType::ALL {
                assert_eq!(layer.may_answer(reply_type), types.contains(reply_type.as_str()), "{layer}-…-{reply_type}");
            }
        }
    }
}
