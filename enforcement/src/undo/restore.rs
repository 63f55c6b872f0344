//! Undoing a change: a person's decision, so no policy row is asked; enforcement judges whether anything later would be lost.

use replies::en::denied::{UndoOtherWorld, UndoWouldLoseWork};
use replies::en::error::WriteFailed;
use replies::en::success::{FileDeleted, FileRenamed, FileWritten, FolderRenamed, FolderRestored};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge,
    ModeNotInitialised, NotADirectory, NotAFile, NotText, PathNotFound, ScriptInvalid, TargetBusy, TargetExists,
    TargetIsLink, TargetReadOnly, TextCountDiffers,
};
use reply_kit::{Envelope, Reply, ReplyBuilder, ReplyResult, ReplyType, Step, Wrapper, codes};
use world_adapter::{
    Changed, Delete, Digest, Existence, FolderSnapshot, Mode, OperationName, Prepared, Rename, Replaces, Resolved,
    RestoreFolder, SessionId, Unfinished, Write,
};

use super::{UndoEntry, UndoError};
use crate::enforcement::Enforcement;
use crate::execute::{ChangeData, FolderChangeData};

/// What undoing a change can answer. The person who asked for it is told, code and values.
pub(super) struct Undo;

codes!(Undo {
    FileWritten => ChangeData,
    FileDeleted => ChangeData,
    FileRenamed => ChangeData,
    FolderRenamed => FolderChangeData,
    FolderRestored => FolderChangeData;
    ContentDiffers, EncodingCannotHold, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge, ModeNotInitialised, NotADirectory, NotAFile, NotText,
    PathNotFound, ReadFailed, ScriptInvalid, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
    VisibilityCapacityExceeded, WriteFailed,
    UndoOtherWorld, UndoWouldLoseWork,
});

/// An undo that was attempted: the change, and the reply that says what became of it.
#[derive(Debug)]
pub struct Undone {
    /// The change that was to be undone.
    pub entry: UndoEntry,
    /// What became of it: S, or why nothing was changed.
    pub envelope: Envelope,
    /// It was undone, and that could not be noted.
    pub unmarked: Option<UndoError>,
}

impl Enforcement {
    /// Restores what a recorded change replaced, and marks it undone if that succeeded.
    ///
    /// The person sees every configured root, so it has a session of its own.
    pub fn undo(&self, wrapper: &Wrapper, trace_id: &str) -> Result<Undone, UndoError> {
        let (entry, before) = self.undo.load(trace_id)?;
        if entry.undone {
            return Err(UndoError::AlreadyUndone(trace_id.to_owned()));
        }
        if entry.location.is_none() {
            return Err(UndoError::UnknownWorld(trace_id.to_owned()));
        }
        let before = match before {
            Some(content) => Before::File(content),
            None if entry.folder.is_some() && entry.renamed_to.is_none() => {
                Before::Folder(self.undo.load_folder(trace_id)?)
            }
            None => Before::Nothing,
        };
        let configured = self.world.session(self.world.default_session());
        let session = self
            .world
            .add_session(configured.with_mode(Some(Mode::Ck3ravenDev)))
            .map_err(|_| UndoError::TooManySessions)?;
        // Before anything is restored: what was restored must not be told as a failure because the disk is full.
        if let Err(error) = self.undo.prepare_undone(trace_id) {
            self.world.close_session(session);
            return Err(error);
        }
        let envelope = wrapper.call::<Undo, _>("undo", |rb| self.restore(rb, session, &entry, before));
        self.world.close_session(session);
        let unmarked = if envelope.reply_type() == ReplyType::S {
            self.undo.mark_undone(trace_id).err()
        } else {
            self.undo.forget_undone(trace_id);
            None
        };
        Ok(Undone { entry, envelope, unmarked })
    }

    fn restore<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        before: Before,
    ) -> ReplyResult<'c> {
        let (rb, home) = self.resolve_at(rb, session, &entry.target, entry.location.as_deref())?;
        let prepared = match (&entry.renamed_to, before) {
            (Some(to), _) => {
                let (rb, moved) = self.resolve_at(rb, session, to, entry.renamed_to_location.as_deref())?;
                self.world.prepare_rename(rb, self.authority.authorize(moved, Rename::to(home)))
            }
            (None, Before::Folder(snapshot)) => {
                let restore = RestoreFolder::from(snapshot, held(entry));
                self.world.prepare_restore_folder(rb, self.authority.authorize(home, restore))
            }
            (None, Before::File(content)) => {
                let attributes = entry.attributes.clone().unwrap_or_default();
                let write = Write::new(content).replacing(left(entry)).restoring(attributes);
                self.world.prepare_write(rb, self.authority.authorize(home, write))
            }
            (None, Before::Nothing) => self.world.prepare_delete(rb, self.authority.authorize(home, Delete)),
        };
        let committed = match prepared {
            Ok((rb, prepared)) if is_later_work(&prepared, entry) => {
                let (target, operation) = (prepared.target().clone(), prepared.operation().into());
                return Err(rb.denied(&self.voice, UndoWouldLoseWork { target, operation }));
            }
            // The directories that the change made go with the file, as far as nothing else is in them.
            prepared => {
                prepared.and_then(|(rb, prepared)| prepared.removing_empty_parents(empty_parents(entry)).commit(rb))
            }
        };
        match committed {
            Ok((rb, changed)) => Ok(self.undone(rb, changed, entry)),
            Err(Unfinished::Answered(terminal)) => Err(terminal),
            Err(Unfinished::Failed(rb, failure)) => {
                let (target, operation) = (failure.target().clone(), failure.operation().into());
                Err(rb.error(&self.voice, WriteFailed { target, operation }))
            }
        }
    }

    fn undone<'c>(&self, rb: ReplyBuilder<'c, Undo>, mut changed: Changed, entry: &UndoEntry) -> Reply<'c> {
        let operation = changed.operation;
        if entry.folder.is_some() {
            changed.folder.clone_from(&entry.folder);
            let data = FolderChangeData::from(changed);
            return match operation {
                OperationName::Rename => rb.success(&self.voice, FolderRenamed, &data),
                OperationName::Write | OperationName::Delete => rb.success(&self.voice, FolderRestored, &data),
            };
        }
        let data = ChangeData::from(changed);
        match operation {
            OperationName::Write => rb.success(&self.voice, FileWritten, &data),
            OperationName::Delete => rb.success(&self.voice, FileDeleted, &data),
            OperationName::Rename => rb.success(&self.voice, FileRenamed, &data),
        }
    }

    /// Resolves one end of a change, if the address still leads where it led when the change was made.
    pub(super) fn resolve_at<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        address: &str,
        location: Option<&str>,
    ) -> Step<'c, Undo, Resolved> {
        let (rb, target) = self.world.resolve(rb, session, address, Existence::Optional)?;
        if location.is_some_and(|location| location == target.location().to_string()) {
            return Ok((rb, target));
        }
        Err(rb.denied(&self.voice, UndoOtherWorld { target: target.named() }))
    }
}

/// What a change replaced.
enum Before {
    Nothing,
    File(Vec<u8>),
    Folder(FolderSnapshot),
}

/// The digest of what was there before; what has none is made by nothing.
fn held(entry: &UndoEntry) -> Digest {
    entry.held.as_ref().and_then(|digest| digest.parse().ok()).unwrap_or_else(|| Digest::of(b""))
}

/// How many directories above the file an undo may remove, if they are empty.
fn empty_parents(entry: &UndoEntry) -> usize {
    if entry.is_creation() || entry.renamed_to.is_some() { entry.made_directories } else { 0 }
}

/// What the change left there: anything else is later work, which an undo must not lose.
fn left(entry: &UndoEntry) -> Replaces {
    match entry.digest.as_ref().and_then(|digest| digest.parse().ok()) {
        Some(digest) => Replaces::Exactly(digest),
        None => Replaces::Nothing,
    }
}

/// Whether a file is another one than the change created or moved, or holds something else.
fn is_later_work(prepared: &Prepared<'_>, entry: &UndoEntry) -> bool {
    let now = prepared.previous_digest().map(|digest| digest.to_string());
    if entry.renamed_to.is_some() {
        // A number is given to a later file once the first is gone. It was made later; where the file system does not keep
        // that, it was written later.
        let is_another = match (prepared.created(), entry.created) {
            (Some(now), Some(before)) => now != before,
            _ => prepared
                .attributes()
                .zip(entry.attributes.as_ref())
                .is_some_and(|(now, before)| !now.was_written_with(before)),
        };
        return now != entry.held || prepared.file_number() != entry.file_number || is_another;
    }
    entry.is_creation() && now != entry.digest
}
