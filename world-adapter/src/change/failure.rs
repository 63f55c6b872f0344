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

/// Where causes are recorded that agents do not see.
pub(crate) type FailureSink = Arc<dyn Fn(TraceId, &io::Error) + Send + Sync>;

/// A permitted change that the system could not carry out. Nothing was changed.
///
/// It is not a reply: enforcement permitted the change, so enforcement reports the failure.
#[derive(Debug)]
#[non_exhaustive]
pub struct ChangeFailure {
    /// The target of the change.
    pub target: Address,
    /// The operation.
    pub operation: OperationName,
    /// Why it failed, for a journal; it contains no path.
    pub cause: io::Error,
}

/// A change that did not take place: either the call was answered, or the system failed and enforcement has to report it.
#[must_use = "the call is not answered yet: turn it into a terminal reply"]
pub enum Unfinished<'c, T> {
    /// The world adapter has answered; return its reply.
    Answered(Terminal<'c>),
    /// The system failed. The builder is handed back for enforcement's error.
    Failed(ReplyBuilder<'c, T>, ChangeFailure),
}

/// The builder with what the next step needs, or an unfinished change.
pub type Preparing<'c, T, V> = Result<(ReplyBuilder<'c, T>, V), Unfinished<'c, T>>;

impl WorldAdapter {
    /// A step of a change failed: either another program holds the file, which the agent may know, or the system failed.
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
