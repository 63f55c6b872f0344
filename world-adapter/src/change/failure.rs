//! Changes that could not be finished.

use std::fmt;
use std::io;
use std::sync::Arc;

use replies::wa::invalid::FileInUse;
use reply_kit::{Address, ReplyBuilder, Terminal, TraceId};

use crate::change::authority::OperationName;
use crate::codes::ChangeCodes;
use crate::roots::in_use::is_in_use;
use crate::world::WorldAdapter;

/// Where causes go that agents do not see.
pub(crate) type FailureSink = Arc<dyn Fn(TraceId, &io::Error) + Send + Sync>;

/// A permitted change that the system could not carry out. Nothing was changed.
///
/// That it was permitted and failed is enforcement's to say, so this is not a reply; enforcement makes one of it.
#[derive(Debug)]
pub struct ChangeFailure {
    target: Address,
    operation: OperationName,
    cause: io::Error,
}

impl ChangeFailure {
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
    Failed(ReplyBuilder<'c, T>, ChangeFailure),
}

/// The builder with what the next step needs, or an unfinished change.
pub type Preparing<'c, T, V> = Result<(ReplyBuilder<'c, T>, V), Unfinished<'c, T>>;

impl WorldAdapter {
    /// A step of a change failed: another program holds the file, which the agent may be told, or the system failed.
    pub(crate) fn unfinished<'c, T: ChangeCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: Address,
        operation: OperationName,
        cause: io::Error,
    ) -> Unfinished<'c, T> {
        if is_in_use(&cause) {
            return rb.invalid(&self.voice, FileInUse { target }).into();
        }
        Unfinished::Failed(rb, ChangeFailure { target, operation, cause })
    }
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
