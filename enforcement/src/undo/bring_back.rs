//! Bringing back what a change replaced: a person's decision, so no policy is asked; nothing that came later is touched.

use replies::en::error::WriteFailed;
use replies::en::success::{FileDeleted, FileRenamed, FileWritten};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileTooLarge, ModeNotInitialised, NotADirectory, NotAFile, PathNotFound,
    TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
};
use reply_kit::{ReplyBuilder, ReplyResult, ReplyType, Terminal, Wrapper, codes};
use world_adapter::{
    Delete, Existence, Mode, OperationName, Prepared, Rename, Replaces, Resolved, SessionId, Unfinished, Write,
};

use super::{KeptChange, UndoError, UndoStore};
use crate::enforcement::Enforcement;
use crate::execute::ChangeData;

/// What undoing a change can answer. No agent hears it; a person is told the reason.
struct Undo;

codes!(Undo {
    FileWritten => ChangeData,
    FileDeleted => ChangeData,
    FileRenamed => ChangeData;
    NotAFile, FileTooLarge, PathNotFound, ModeNotInitialised, NotADirectory, ContentDiffers, EncodingCannotHold,
    TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers, ReadFailed, VisibilityCapacityExceeded, WriteFailed,
});

impl Enforcement {
    /// Brings back what a kept change replaced, and marks it undone. Returns the change.
    ///
    /// The person sees every configured root, so it has a session of its own.
    pub fn undo(&self, wrapper: &Wrapper, store: &UndoStore, trace_id: &str) -> Result<KeptChange, UndoError> {
        let (change, before) = store.load(trace_id)?;
        if change.undone {
            return Err(UndoError::AlreadyUndone(trace_id.to_owned()));
        }
        if change.place.is_none() {
            return Err(UndoError::UnknownWorld(trace_id.to_owned()));
        }
        let configured = self.world.session(self.world.default_session());
        let session = self
            .world
            .add_session(configured.with_mode(Some(Mode::Ck3ravenDev)))
            .map_err(|_| UndoError::Refused("too many sessions are open".to_owned()))?;
        // Until both ends of the change are found where they lay.
        let mut why = Some(UndoError::OtherWorld(change.target.clone()));
        let envelope = wrapper.call::<Undo, _>("undo", |rb| self.bring_back(rb, session, &change, before, &mut why));
        self.world.close_session(session);
        if envelope.reply_type() != ReplyType::S {
            return Err(why.unwrap_or_else(|| UndoError::Refused(envelope.code().entry().summary.to_owned())));
        }
        store.mark_undone(trace_id)?;
        Ok(change)
    }

    fn bring_back<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        change: &KeptChange,
        before: Option<Vec<u8>>,
        why: &mut Option<UndoError>,
    ) -> ReplyResult<'c> {
        let (rb, home) = self.world.resolve(rb, session, &change.target, Existence::Optional)?;
        if !leads_there(&home, change.place.as_ref()) {
            return Err(self.give_up(rb, &home, OperationName::Write));
        }
        let prepared = match (&change.renamed_to, before) {
            (Some(to), _) => {
                let (rb, moved) = self.world.resolve(rb, session, to, Existence::Optional)?;
                if !leads_there(&moved, change.renamed_to_place.as_ref()) {
                    return Err(self.give_up(rb, &moved, OperationName::Rename));
                }
                self.world.prepare_rename(rb, self.authority.authorize(moved, Rename::to(home)))
            }
            (None, Some(content)) => {
                let attributes = change.attributes.clone().unwrap_or_default();
                let write = Write::new(content).replacing(left(change)).restoring(attributes);
                self.world.prepare_write(rb, self.authority.authorize(home, write))
            }
            (None, None) => self.world.prepare_delete(rb, self.authority.authorize(home, Delete)),
        };
        *why = None;
        let outcome = match prepared {
            Ok((rb, prepared)) if is_later_work(&prepared, change) => {
                *why = Some(UndoError::Refused("the file is not what the change left there".to_owned()));
                let (target, operation) = (prepared.target().clone(), prepared.operation().into());
                return Err(rb.error(&self.voice, WriteFailed { target, operation }));
            }
            prepared => prepared.and_then(|(rb, prepared)| prepared.commit(rb)),
        };
        match outcome {
            Ok((rb, changed)) => {
                let operation = changed.operation;
                let data = ChangeData::from(changed);
                Ok(match operation {
                    OperationName::Write => rb.success(&self.voice, FileWritten, &data),
                    OperationName::Delete => rb.success(&self.voice, FileDeleted, &data),
                    OperationName::Rename => rb.success(&self.voice, FileRenamed, &data),
                })
            }
            Err(Unfinished::Answered(terminal)) => Err(terminal),
            Err(Unfinished::Failed(rb, failure)) => {
                *why = Some(UndoError::Refused(failure.cause().to_string()));
                let (target, operation) = (failure.target().clone(), failure.operation().into());
                Err(rb.error(&self.voice, WriteFailed { target, operation }))
            }
        }
    }

    fn give_up<'c>(&self, rb: ReplyBuilder<'c, Undo>, at: &Resolved, operation: OperationName) -> Terminal<'c> {
        rb.error(&self.voice, WriteFailed { target: at.named(), operation: operation.into() })
    }
}

/// What the change left there: anything else is later work, which an undo must not lose.
fn left(change: &KeptChange) -> Replaces {
    match change.digest.as_ref().and_then(|digest| digest.parse().ok()) {
        Some(digest) => Replaces::Exactly(digest),
        None => Replaces::Nothing,
    }
}

/// Whether a file is another one than the change created or moved, or holds something else.
fn is_later_work(prepared: &Prepared<'_>, change: &KeptChange) -> bool {
    let now = prepared.previous_digest().map(|digest| digest.to_string());
    if change.renamed_to.is_some() {
        return now != change.held || prepared.file_number() != change.file_number;
    }
    change.is_creation() && now != change.digest
}

/// Whether an address leads where it led when the change was made.
fn leads_there(target: &Resolved, place: Option<&String>) -> bool {
    place.is_some_and(|place| *place == target.place().to_string())
}
