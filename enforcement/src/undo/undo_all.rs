//! Undoing several changes as one: all of them, or none.

use reply_kit::{Envelope, ReplyBuilder, ReplyResult, ReplyType, Wrapper};
use world_adapter::{Delete, DeleteFolder, Existence, OperationName, Rename, SessionId, Write};

use replies::en::success::FolderDeleted;

use super::history::ChangeHistory;
use super::restore::{LaterWork, PreviousContent, Redo, Undo, UndoAttempt, made_at, renamed};
use super::{UndoEntry, UndoError};
use crate::enforcement::Enforcement;
use crate::execute::FolderChangeData;

/// The most changes that are undone as one, and the most bytes of their files: they are held in memory until the last is
/// undone.
pub(super) const MAX_CHANGES: usize = 1_000;
pub(super) const MAX_BYTES: usize = 256 * 1024 * 1024;

impl Enforcement {
    /// Undoes changes in the given order, the newest first. If one cannot be undone, those before it are redone, and the last
    /// returned result says why.
    ///
    /// It uses a session of its own that sees every configured root.
    pub fn undo_all(
        &self,
        wrapper: &Wrapper,
        trace_ids: &[String],
        later: LaterWork,
    ) -> Result<Vec<UndoAttempt>, UndoError> {
        if trace_ids.len() > MAX_CHANGES {
            return Err(UndoError::TooManyChanges(trace_ids.len()));
        }
        // If one change is undone twice at once, the second call finds it undone.
        let _turn = self.undo.take_turn()?;
        // Everything that can be checked is checked before anything changes.
        for trace_id in trace_ids {
            let entry = self.undo.load(trace_id)?.0;
            if entry.undone {
                return Err(UndoError::AlreadyUndone(trace_id.clone()));
            }
            if entry.location.is_none() {
                return Err(UndoError::UnknownWorld(trace_id.clone()));
            }
        }
        let undone = self.in_person_session(|session| {
            // Before anything is restored: a full disk must not turn a restored change into a reported failure.
            trace_ids
                .iter()
                .try_for_each(|trace_id| self.undo.prepare_undone(trace_id))
                .and_then(|()| self.undo_in(wrapper, session, trace_ids, later))
        })?;
        // A change that was marked as undone has nothing left to discard.
        for trace_id in trace_ids {
            self.undo.discard_undone(trace_id);
        }
        undone
    }

    /// Does something in a session for a person's undo: it sees every configured root.
    pub(super) fn in_person_session<V>(&self, act: impl FnOnce(SessionId) -> V) -> Result<V, UndoError> {
        let session = self.world.add_person_session(&self.authority).map_err(|_| UndoError::TooManySessions)?;
        let done = act(session);
        self.world.close_session(session);
        Ok(done)
    }

    fn undo_in(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        trace_ids: &[String],
        later: LaterWork,
    ) -> Result<Vec<UndoAttempt>, UndoError> {
        let mut history = ChangeHistory::of(&*self.undo)?;
        let (mut done, mut held): (Vec<(UndoAttempt, Redo)>, usize) = (Vec::new(), 0);
        for trace_id in trace_ids {
            let (entry, before) = self.undo.load(trace_id)?;
            let before = match before {
                Some(content) => PreviousContent::File(content),
                None if entry.folder.is_some() && entry.renamed_to.is_none() => {
                    PreviousContent::Folder(self.undo.load_folder(trace_id)?)
                }
                None => PreviousContent::Nothing,
            };
            let mut redo = None;
            let mut envelope = wrapper.call::<Undo, _>("undo", |rb| {
                self.restore(rb, session, (&entry, before), (later, &history), &mut redo)
            });
            if envelope.reply_type() != ReplyType::S
                && let Some(restored) = self.answer_restored(wrapper, session, &entry, &history)
            {
                (envelope, redo) = (restored, Some(Redo::Nothing));
            }
            // A folder is restored where nothing exists.
            let has_replaced = matches!(redo, Some(Redo::Restore(_))) && entry.folder.is_none();
            let was_forced = has_replaced && later == LaterWork::Replace;
            let is_undone = envelope.reply_type() == ReplyType::S;
            let unmarked = if is_undone { self.undo.mark_undone(trace_id).err() } else { None };
            history.mark(trace_id, is_undone);
            let step = UndoAttempt { entry, envelope, unmarked, was_forced, made_again: None };
            let redo = redo.unwrap_or(Redo::Restore(None));
            held = held.saturating_add(redo.held());
            if !is_undone {
                let mut undone = self.redo_all(wrapper, session, done);
                undone.push(step);
                return Ok(undone);
            }
            done.push((step, redo));
            if is_too_much(held, done.len(), trace_ids.len()) {
                self.redo_all(wrapper, session, done);
                return Err(UndoError::TooManyChanges(trace_ids.len()));
            }
        }
        Ok(done.into_iter().map(|(step, _)| step).collect())
    }

    /// Redoes changes that were undone, the last undone first.
    fn redo_all(&self, wrapper: &Wrapper, session: SessionId, done: Vec<(UndoAttempt, Redo)>) -> Vec<UndoAttempt> {
        let mut undone: Vec<UndoAttempt> = Vec::new();
        for (mut step, redo) in done.into_iter().rev() {
            let envelope = match redo {
                Redo::Restore(had) => wrapper.call::<Undo, _>("undo", |rb| self.redo(rb, session, &step.entry, had)),
                // An undo that did nothing is reverted by marking the change again.
                Redo::Nothing => self.reply_restored(wrapper, session, &step.entry),
            };
            if envelope.reply_type() == ReplyType::S {
                _ = self.undo.mark_made(&step.entry.trace_id);
            }
            step.made_again = Some(envelope);
            undone.push(step);
        }
        undone.reverse();
        undone
    }

    fn redo<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        had: Option<Vec<u8>>,
    ) -> ReplyResult<'c> {
        let prepared = if let Some(to) = &entry.renamed_to {
            let (rb, (home, moved)) = self.resolve_ends(rb, session, made_at(entry), renamed(entry, to))?;
            self.world.prepare_rename(rb, self.authority.authorize(home, Rename::to(moved)))
        } else {
            let (rb, home) = self.resolve_at(rb, session, made_at(entry), Existence::Optional)?;
            match (&entry.folder, had) {
                (Some(folder), _) => {
                    let deleted = self.authority.authorize(home, DeleteFolder::holding(folder.files));
                    self.world.prepare_delete_folder(rb, deleted)
                }
                (None, Some(content)) => {
                    self.world.prepare_write(rb, self.authority.authorize(home, Write::new(content)))
                }
                (None, None) => self.world.prepare_delete(rb, self.authority.authorize(home, Delete)),
            }
        };
        match prepared.and_then(|(rb, prepared)| prepared.commit(rb)) {
            Ok((rb, changed)) if entry.folder.is_some() && changed.operation == OperationName::Delete => {
                Ok(rb.success(&self.voice, FolderDeleted, &FolderChangeData::from(changed)))
            }
            committed => self.answer_undo(committed, entry),
        }
    }
}

/// Whether so many bytes leave no room for those of the changes that are still to be undone.
pub(super) const fn is_too_much(held: usize, done: usize, wanted: usize) -> bool {
    held > MAX_BYTES && done < wanted
}

impl Redo {
    fn held(&self) -> usize {
        if let Self::Restore(Some(had)) = self { had.len() } else { 0 }
    }
}

impl UndoAttempt {
    /// Whether the change is undone, and stays so.
    pub fn is_undone(&self) -> bool {
        self.envelope.reply_type() == ReplyType::S && self.made_again.is_none()
    }

    /// Whether it was undone, and could not be redone after another one failed: the file is as it was before the change.
    pub fn is_stuck(&self) -> bool {
        self.made_again.as_ref().is_some_and(|envelope: &Envelope| envelope.reply_type() != ReplyType::S)
    }
}

#[cfg(test)]
mod tests {
    use replies::wa::invalid::ModeNotInitialised;
    use replies::wa::success::AddressResolved;
    use reply_kit::{AnyCode, NoData};

    use super::super::entry::tests::entry;
    use super::*;

    #[test]
    fn l100_bytes_are_held_up_to_the_bound_and_after_the_last_change_it_does_not_matter() {
        for (held, done, expected) in [
            (MAX_BYTES, 1, false),
            (MAX_BYTES + 1, 1, true),
            (MAX_BYTES + 2, 2, true),
            (MAX_BYTES + 1, 3, false),
            (0, 1, false),
        ] {
            assert_eq!(is_too_much(held, done, 3), expected, "{held} bytes, {done} of 3 changes");
        }
    }

    #[test]
    fn a_change_is_stuck_if_it_was_undone_and_could_not_be_made_again() {
        let program = tests_started::program();
        let good =
            || program.wrapper.call::<AnyCode, _>("test", |rb| Ok(rb.success(&program.wa, AddressResolved, &NoData)));
        let bad = || program.wrapper.call::<AnyCode, _>("test", |rb| Err(rb.invalid(&program.wa, ModeNotInitialised)));
        for (made_again, is_undone, is_stuck) in
            [(None, true, false), (Some(good()), false, false), (Some(bad()), false, true)]
        {
            let undone = UndoAttempt {
                entry: entry(true, None),
                envelope: good(),
                unmarked: None,
                was_forced: false,
                made_again,
            };
            assert_eq!((undone.is_undone(), undone.is_stuck()), (is_undone, is_stuck));
        }
        let refused = UndoAttempt {
            entry: entry(true, None),
            envelope: bad(),
            unmarked: None,
            was_forced: false,
            made_again: None,
        };
        assert!(!refused.is_undone() && !refused.is_stuck());
    }
}
