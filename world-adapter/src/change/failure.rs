//! What becomes of a change that could not be finished.

use std::fmt;
use std::io;
use std::sync::Arc;

use reply_kit::{Address, ReplyBuilder, Terminal, TraceId};

use crate::change::authority::OperationName;

/// Where causes go that agents do not see.
pub(crate) type FailureSink = Arc<dyn Fn(TraceId, &io::Error) + Send + Sync>;

/// A permitted change that the system could not carry out. Nothing was changed.
///
/// That it was permitted and failed is enforcement's to say, so this is not a reply; enforcement makes one of it.
#[derive(Debug)]
pub struct Failure {
    target: Address,
    operation: OperationName,
    cause: io::Error,
}

impl Failure {
    pub(crate) fn new(target: Address, operation: OperationName, cause: io::Error) -> Self {
        Self { target, operation, cause }
    }

    /// What was to be changed.
    pub fn target(&self) -> &Address {
        &self.target
    }

    /// What was to be done.
    pub fn operation(&self) -> OperationName {
        self.operation
    }

    /// Why it failed, for a journal; no path is in it.
    pub fn cause(&self) -> &io::Error {
        &self.cause
    }
}

/// A change that did not take place: the call was answered, or the system failed and enforcement has to say so.
#[must_use = "the call is not answered yet: turn it into a terminal reply"]
pub enum Unfinished<'c, T> {
    /// The world has answered: return it.
    Answered(Terminal<'c>),
    /// The system failed. The builder is handed back for enforcement's error.
    Failed(ReplyBuilder<'c, T>, Failure),
}

impl<'c, T> From<Terminal<'c>> for Unfinished<'c, T> {
    fn from(terminal: Terminal<'c>) -> Self {
        Self::Answered(terminal)
    }
}

impl<T> fmt::Debug for Unfinished<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered(terminal) => f.debug_tuple("Answered").field(terminal).finish(),
            Self::Failed(_, failure) => f.debug_tuple("Failed").field(failure).finish(),
        }
    }
}
