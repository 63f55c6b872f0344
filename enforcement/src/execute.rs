//! Making a permitted change, and saying so: the success of a governed change is enforcement's to give.

use replies::en::error::WriteFailed;
use replies::en::success::{ChangePermitted, FileDeleted, FileRenamed, FileWritten};
use reply_core::{Address, Reply, ReplyBuilder, ReplyData, SucceededBy, Terminal, Text, TraceId};
use reply_macros::ReplyData;
use world_adapter::{Changed, Delete, Failure, Prepared, Rename, SessionId, Unfinished, Write};

use crate::enforcement::{Enforcement, Permit};
use crate::journal::Record;

/// Keeps what a change is about to replace, so that a person can have it back.
pub trait Keeper: Send + Sync {
    /// Called after a change is prepared and before it is made. If this fails, it is not made.
    fn keep(&self, trace_id: TraceId, change: &Prepared<'_>) -> std::io::Result<()>;
}

/// What an agent is told of a change.
#[derive(Clone, Debug, ReplyData)]
pub struct ChangeData {
    /// What was changed.
    pub target: Address,
    /// The new name, after a rename.
    pub renamed_to: Option<Address>,
    /// The digest of what the file holds now, after a write: give it with the next one.
    pub digest: Option<Text>,
    /// How many bytes that is.
    pub size: Option<u64>,
    /// The digest of what it held before, if it was there.
    pub previous_digest: Option<Text>,
}

impl From<Changed> for ChangeData {
    fn from(changed: Changed) -> Self {
        let (digest, size) = changed.written.unzip();
        Self {
            target: changed.target,
            renamed_to: changed.renamed_to,
            digest: digest.map(|digest| digest.to_string().into()),
            size,
            previous_digest: changed.previous.map(|digest| digest.to_string().into()),
        }
    }
}

impl Enforcement {
    /// Writes what was permitted.
    pub fn write<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        permit: Permit<Write>,
        keeper: &dyn Keeper,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let Permit { authorized, session, contract } = permit;
        let under = Under { session, contract };
        let prepared = self.world.prepare_write(rb, authorized);
        self.make(prepared, under, keeper, FileWritten)
    }

    /// Deletes what was permitted.
    pub fn delete<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        permit: Permit<Delete>,
        keeper: &dyn Keeper,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let Permit { authorized, session, contract } = permit;
        let under = Under { session, contract };
        let prepared = self.world.prepare_delete(rb, authorized);
        self.make(prepared, under, keeper, FileDeleted)
    }

    /// Renames what was permitted.
    pub fn rename<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        permit: Permit<Rename>,
        keeper: &dyn Keeper,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let Permit { authorized, session, contract } = permit;
        let under = Under { session, contract };
        let prepared = self.world.prepare_rename(rb, authorized);
        self.make(prepared, under, keeper, FileRenamed)
    }

    /// Ends a rehearsed call: the change would be made, and here is what it would do.
    pub fn permitted<'c>(&self, rb: ReplyBuilder<'c>, preview: &impl ReplyData) -> Reply<'c> {
        rb.success(&self.voice, ChangePermitted, preview)
    }

    fn make<'c, C: SucceededBy<reply_core::En>>(
        &self,
        prepared: Result<(ReplyBuilder<'c>, Prepared<'_>), Unfinished<'c>>,
        under: Under,
        keeper: &dyn Keeper,
        success: C,
    ) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, prepared) = prepared.map_err(|unfinished| self.unfinished(unfinished, under))?;
        if let Err(error) = keeper.keep(rb.trace_id(), &prepared) {
            return Err(self.not_kept(rb, &prepared, &error, under));
        }
        let (rb, changed) = prepared.commit(rb).map_err(|unfinished| self.unfinished(unfinished, under))?;
        self.note(rb.trace_id(), &changed, under);
        Ok(rb.success(&self.voice, success, &ChangeData::from(changed)))
    }

    /// The change took place. Its decision is in the journal; that this line might not be must not turn it into an E (L27).
    fn note(&self, trace_id: TraceId, changed: &Changed, under: Under) {
        let Changed { target, operation, .. } = changed;
        let record = Record::Executed {
            trace_id,
            target: target.clone(),
            operation: *operation,
            contract: under.contract,
            failure: None,
        };
        let _ = self.journal.record(&record);
        if let Some(contract) = under.contract {
            self.contracts.note(under.session, contract, trace_id, *operation, target.clone());
        }
    }

    fn unfinished<'c>(&self, unfinished: Unfinished<'c>, under: Under) -> Terminal<'c> {
        match unfinished {
            Unfinished::Answered(terminal) => terminal,
            Unfinished::Failed(rb, failure) => self.failed(rb, &failure, under),
        }
    }

    fn failed<'c>(&self, rb: ReplyBuilder<'c>, failure: &Failure, under: Under) -> Terminal<'c> {
        let (target, operation) = (failure.target().clone(), failure.operation());
        let record = Record::Executed {
            trace_id: rb.trace_id(),
            target: target.clone(),
            operation,
            contract: under.contract,
            failure: Some(failure.cause().kind().to_string()),
        };
        let _ = self.journal.record(&record);
        rb.error(&self.voice, WriteFailed { target, operation: operation.into() })
    }

    fn not_kept<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        prepared: &Prepared<'_>,
        error: &std::io::Error,
        under: Under,
    ) -> Terminal<'c> {
        let (target, operation) = (prepared.target().clone(), prepared.operation());
        let failure = Some(format!("what it replaces could not be kept: {}", error.kind()));
        let record = Record::Executed {
            trace_id: rb.trace_id(),
            target: target.clone(),
            operation,
            contract: under.contract,
            failure,
        };
        let _ = self.journal.record(&record);
        rb.error(&self.voice, WriteFailed { target, operation: operation.into() })
    }
}

/// The session and the contract a change is made under.
#[derive(Clone, Copy)]
struct Under {
    session: SessionId,
    contract: Option<reply_core::Id>,
}
