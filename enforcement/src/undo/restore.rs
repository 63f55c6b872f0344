//! Undoing a change: a person decides, so the policy table does not apply; enforcement judges whether later work would be lost.

use replies::en::denied::{UndoOtherWorld, UndoWouldLoseWork};
use replies::en::error::WriteFailed;
use replies::en::success::{FileDeleted, FileRenamed, FileWritten, FolderDeleted, FolderRenamed, FolderRestored};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge,
    ModeNotInitialised, NotADirectory, NotAFile, NotText, OtherDisk, PathNotFound, ScriptInvalid, TargetBusy,
    TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
};
use reply_kit::{Address, Envelope, Reply, ReplyBuilder, ReplyResult, Step, Terminal, codes};
use world_adapter::{
    Attributes, Changed, Delete, Digest, Existence, FolderSnapshot, ModName, OperationName, Prepared, Preparing,
    RemoveMod, Rename, Replaces, Resolved, RestoreFolder, SessionId, Unfinished, Write,
};

use super::history::ChangeHistory;
use super::{UndoEntry, UndoError};
use crate::enforcement::Enforcement;
use crate::execute::{ChangeData, FolderChangeData};
use crate::policy::Requirement;

/// What undoing a change can answer. The person who asked for it sees the code and its values.
pub(super) struct Undo;

codes!(Undo {
    FileWritten => ChangeData,
    FileDeleted => ChangeData,
    FileRenamed => ChangeData,
    FolderDeleted => FolderChangeData,
    FolderRenamed => FolderChangeData,
    FolderRestored => FolderChangeData;
    ContentDiffers, EncodingCannotHold, FileInUse, FileTooLarge, FolderNotEmpty, FolderNotMovable, FolderTooLarge, ModeNotInitialised, NotADirectory, NotAFile, NotText,
    OtherDisk, PathNotFound, ReadFailed, ScriptInvalid, TargetBusy, TargetExists, TargetIsLink, TargetReadOnly, TextCountDiffers,
    VisibilityCapacityExceeded, WriteFailed,
    UndoOtherWorld, UndoWouldLoseWork,
});

/// An attempted undo: the change, and the reply.
#[derive(Debug)]
pub struct UndoAttempt {
    /// The change that was to be undone.
    pub entry: UndoEntry,
    /// The reply: S, or why nothing was changed.
    pub envelope: Envelope,
    /// It was undone, but that could not be recorded.
    pub unmarked: Option<UndoError>,
    /// Whether it was allowed to replace later work, which is stored under the trace id of the reply.
    pub was_forced: bool,
    /// If a later one of several failed: the result of redoing this change.
    pub made_again: Option<Envelope>,
}

/// Whether an undo proceeds if the file was changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterWork {
    /// The undo is refused, and later work stays.
    Keep,
    /// Later work is replaced, and stored, so that this undo can be undone in turn.
    Replace,
}

/// What is needed to revert an undo.
#[derive(Debug)]
pub(super) enum Redo {
    /// The content before the undo; `None` if the file did not exist.
    Restore(Option<Vec<u8>>),
    /// The undo found nothing to do.
    Nothing,
}

impl Enforcement {
    /// Restores what a change replaced; returns what reverting that needs.
    pub(super) fn restore<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        (entry, before): (&UndoEntry, PreviousContent),
        (later, history): (LaterWork, &ChangeHistory),
        redo: &mut Option<Redo>,
    ) -> ReplyResult<'c> {
        if entry.creates_mod() {
            return self.remove_mod(rb, session, entry, history);
        }
        if later == LaterWork::Keep && history.has_later_around(entry) {
            let (rb, home) = self.resolve_at(rb, session, made_at(entry), Existence::Optional)?;
            return Err(self.would_lose_work(rb, (home.named(), OperationName::Write)));
        }
        let prepared = match (&entry.renamed_to, before) {
            (Some(to), _) => {
                let (rb, (moved, home)) = self.resolve_ends(rb, session, renamed(entry, to), made_at(entry))?;
                self.world.prepare_rename(rb, self.authority.authorize(moved, Rename::to(home)))
            }
            (None, before) => {
                let (rb, home) = self.resolve_at(rb, session, made_at(entry), Existence::Optional)?;
                match before {
                    PreviousContent::Folder(snapshot) => {
                        let restore = RestoreFolder::from(snapshot, previous_digest(entry));
                        self.world.prepare_restore_folder(rb, self.authority.authorize(home, restore))
                    }
                    PreviousContent::File(content) => {
                        let attributes = entry.attributes.clone().unwrap_or_default();
                        let replaces =
                            if later == LaterWork::Keep { expected_content(entry) } else { Replaces::Anything };
                        let write = Write::new(content).replacing(replaces).restoring(attributes);
                        self.world.prepare_write(rb, self.authority.authorize(home, write))
                    }
                    PreviousContent::Nothing => self.world.prepare_delete(rb, self.authority.authorize(home, Delete)),
                }
            }
        };
        let committed = match prepared {
            Ok((rb, prepared)) if later == LaterWork::Keep && is_later_work(&prepared, entry, history) => {
                return Err(self.would_lose_work(rb, change_of(&prepared)));
            }
            Ok((rb, prepared)) => {
                *redo = Some(Redo::Restore(prepared.previous().map(<[u8]>::to_vec)));
                let trace_id = rb.trace_id();
                // A folder is restored where nothing exists, so there is nothing to store.
                let is_kept = later == LaterWork::Replace && entry.folder.is_none();
                let kept = is_kept.then(|| self.undo.record_undo(trace_id, &prepared, &entry.trace_id)).transpose();
                let Ok(_pending) = kept else {
                    self.undo.discard(trace_id);
                    return Err(self.not_written(rb, change_of(&prepared)));
                };
                // The directories that the change created are removed with the file, as far as they are empty.
                let committed = prepared.removing_empty_parents(empty_parents(entry)).commit(rb);
                if is_kept {
                    match &committed {
                        Ok(_) => self.undo.confirm(trace_id, Requirement::Token),
                        Err(_) => self.undo.discard(trace_id),
                    }
                }
                committed
            }
            Err(unfinished) => Err(unfinished),
        };
        self.answer_undo(committed, entry)
    }

    /// The reply of an attempted undo.
    pub(super) fn answer_undo<'c>(
        &self,
        committed: Preparing<'c, Undo, Changed>,
        entry: &UndoEntry,
    ) -> ReplyResult<'c> {
        match committed {
            Ok((rb, changed)) => Ok(self.undone(rb, changed, entry)),
            Err(Unfinished::Answered(terminal)) => Err(terminal),
            Err(Unfinished::Failed(rb, failure)) => Err(self.not_written(rb, (failure.target, failure.operation))),
        }
    }

    /// Ends the call: an undo would lose later work.
    pub(super) fn would_lose_work<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        (target, operation): (Address, OperationName),
    ) -> Terminal<'c> {
        rb.denied(&self.voice, UndoWouldLoseWork { target, operation: operation.into() })
    }

    pub(super) fn not_written<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        (target, operation): (Address, OperationName),
    ) -> Terminal<'c> {
        rb.error(&self.voice, WriteFailed { target, operation: operation.into() })
    }

    /// Removes a mod that a change created, if nothing in it was changed since.
    fn remove_mod<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        history: &ChangeHistory,
    ) -> ReplyResult<'c> {
        let (rb, target) = self.resolve_mod_at(rb, session, entry)?;
        let committed = match self.world.prepare_remove_mod(rb, self.authority.authorize(target, RemoveMod)) {
            Ok((rb, prepared)) if is_later_work(&prepared, entry, history) => {
                return Err(self.would_lose_work(rb, change_of(&prepared)));
            }
            prepared => prepared.and_then(|(rb, prepared)| prepared.commit(rb)),
        };
        self.answer_undo(committed, entry)
    }

    /// The location of a mod that a change created, whether or not a session has it by now.
    pub(super) fn resolve_mod_at<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
    ) -> Step<'c, Undo, Resolved> {
        let Some(name) = entry.target.strip_prefix("mod:").and_then(ModName::new) else {
            return self.resolve_at(rb, session, made_at(entry), Existence::Optional);
        };
        let (rb, target) = self.world.resolve_made_mod(&self.voice, rb, session, &name)?;
        self.check_location(rb, target, entry.location.as_deref())
    }

    /// The target, if it lies where it lay when the change was made.
    fn check_location<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        target: Resolved,
        location: Option<&str>,
    ) -> Step<'c, Undo, Resolved> {
        if location.is_some_and(|location| location == target.location().to_string()) {
            return Ok((rb, target));
        }
        Err(rb.denied(&self.voice, UndoOtherWorld { target: target.named() }))
    }

    pub(super) fn undone<'c>(&self, rb: ReplyBuilder<'c, Undo>, mut changed: Changed, entry: &UndoEntry) -> Reply<'c> {
        let operation = changed.operation;
        if entry.folder.is_some() {
            changed.folder.clone_from(&entry.folder);
            let data = FolderChangeData::from(changed);
            return match operation {
                OperationName::Rename => rb.success(&self.voice, FolderRenamed, &data),
                _ => rb.success(&self.voice, FolderRestored, &data),
            };
        }
        let data = ChangeData::from(changed);
        match operation {
            OperationName::Write | OperationName::CreateMod => rb.success(&self.voice, FileWritten, &data),
            OperationName::Delete => rb.success(&self.voice, FileDeleted, &data),
            OperationName::Rename => rb.success(&self.voice, FileRenamed, &data),
        }
    }

    /// Resolves one end of a change, if the address still leads where it led when the change was made.
    pub(super) fn resolve_at<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        end: ChangeEnd<'_>,
        existence: Existence<'_>,
    ) -> Step<'c, Undo, Resolved> {
        let (rb, target) = self.world.resolve(rb, session, self.address_of(session, end), existence)?;
        self.check_location(rb, target, end.location)
    }

    /// The address by which an end is found now: by its root, if that is configured, because its mod may have left the playset.
    pub(super) fn address_of<'e>(&self, session: SessionId, end: ChangeEnd<'e>) -> &'e str {
        let roots = self.world.visible_roots(session);
        let is_configured =
            |address: &&str| address.split('/').next().is_some_and(|key| roots.iter().any(|root| root.as_str() == key));
        end.root_address.filter(is_configured).unwrap_or(end.address)
    }

    /// Both ends of a rename: where the file is, and the name that it is to have, which may be another spelling of the same.
    pub(super) fn resolve_ends<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        from: ChangeEnd<'_>,
        to: ChangeEnd<'_>,
    ) -> Step<'c, Undo, (Resolved, Resolved)> {
        let (rb, from) = self.resolve_at(rb, session, from, Existence::Optional)?;
        let (rb, to) = self.resolve_at(rb, session, to, Existence::NewNameOf(from.identity()))?;
        Ok((rb, (from, to)))
    }
}

/// Whether a file is not the one that the change created or moved, or holds something else.
fn is_later_work(prepared: &Prepared<'_>, entry: &UndoEntry, history: &ChangeHistory) -> bool {
    let now = prepared.previous_digest().map(|digest| digest.to_string());
    if entry.renamed_to.is_some() {
        let is_another = is_another(prepared.file_number(), prepared.created(), prepared.attributes(), entry);
        return now != entry.held || (is_another && !history.has_undone_since(entry));
    }
    entry.is_creation() && now != entry.digest
}

/// One end of a change: how it was addressed, how its root addresses it, and where both led.
#[derive(Clone, Copy)]
pub(super) struct ChangeEnd<'e> {
    address: &'e str,
    root_address: Option<&'e str>,
    pub(super) location: Option<&'e str>,
}

/// The target of a change.
pub(super) fn made_at(entry: &UndoEntry) -> ChangeEnd<'_> {
    let (root_address, location) = (entry.root_target.as_deref(), entry.location.as_deref());
    ChangeEnd { address: &entry.target, root_address, location }
}

/// The new name of a rename.
pub(super) fn renamed<'e>(entry: &'e UndoEntry, to: &'e str) -> ChangeEnd<'e> {
    let (root_address, location) = (entry.root_renamed_to.as_deref(), entry.renamed_to_location.as_deref());
    ChangeEnd { address: to, root_address, location }
}

/// What a change replaced.
pub(super) enum PreviousContent {
    Nothing,
    File(Vec<u8>),
    Folder(FolderSnapshot),
}

/// The digest of the previous content; that of empty content if none is recorded.
fn previous_digest(entry: &UndoEntry) -> Digest {
    entry.held.as_ref().and_then(|digest| digest.parse().ok()).unwrap_or_else(|| Digest::of(b""))
}

/// How many directories above the file an undo may remove, if they are empty.
fn empty_parents(entry: &UndoEntry) -> usize {
    if entry.is_creation() || entry.renamed_to.is_some() { entry.made_directories } else { 0 }
}

/// What the change left: anything else is later work, which an undo must not lose.
fn expected_content(entry: &UndoEntry) -> Replaces {
    match entry.digest.as_ref().and_then(|digest| digest.parse().ok()) {
        Some(digest) => Replaces::Exactly(digest),
        None => Replaces::Nothing,
    }
}

/// The target and the operation of a change, for its reply.
fn change_of(prepared: &Prepared<'_>) -> (Address, OperationName) {
    (prepared.target().clone(), prepared.operation())
}

/// Whether a file is not the one that a rename moved.
///
/// An inode number is reused once the first file is gone. The later file was created later; where the file system does not record
/// that, it was written later.
pub(super) fn is_another(
    file_number: Option<u64>,
    created: Option<(u64, u32)>,
    attributes: Option<&Attributes>,
    entry: &UndoEntry,
) -> bool {
    let is_later = match (created, entry.created) {
        (Some(now), Some(before)) => now != before,
        _ => attributes.zip(entry.attributes.as_ref()).is_some_and(|(now, before)| !now.was_written_with(before)),
    };
    file_number != entry.file_number || is_later
}
