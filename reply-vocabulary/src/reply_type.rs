//! What a reply means, and what the agent does next (L03, L25).

use std::fmt;

/// The four meanings. There is no warning, no partial success, no soft error: those are successes with data. There is no fifth,
/// so it may be matched without a wildcard (L03).
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

    /// Reads the letter of a code; anything else is not a reply type.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// The status on the wire, and the name of the module in generated code.
    pub const fn status(self) -> &'static str {
        match self {
            Self::S => "success",
            Self::I => "invalid",
            Self::D => "denied",
            Self::E => "error",
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

    /// The agent's next step. It follows from the type and from nothing else.
    ///
    /// ```
    /// use reply_vocabulary::{Action, ReplyType};
    /// assert_eq!(ReplyType::E.action(), Action::StopAndReport);
    /// ```
    pub const fn action(self) -> Action {
        match self {
            Self::S => Action::Continue,
            Self::I => Action::CorrectAndRetry,
            Self::D => Action::Escalate,
            Self::E => Action::StopAndReport,
        }
    }
}

impl fmt::Display for ReplyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What an agent does with a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Go on.
    Continue,
    /// Correct the request and try again.
    CorrectAndRetry,
    /// Ask a person for a token, or for a different scope.
    Escalate,
    /// Stop, do not retry, report the trace id.
    StopAndReport,
}

impl Action {
    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::CorrectAndRetry => "correct_and_retry",
            Self::Escalate => "escalate",
            Self::StopAndReport => "stop_and_report",
        }
    }

    /// The same in a few words, for documentation.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::CorrectAndRetry => "correct the request and retry",
            Self::Escalate => "escalate: ask for a token or a different scope",
            Self::StopAndReport => "stop, do not retry, report the trace id",
        }
    }
}
