//! Undos that are done but not marked: the process ended, or somebody restored the file by hand.

use reply_kit::{Address, Envelope, ReplyType, Wrapper};
use world_adapter::{Changed, Digest, Existence, OperationName, SessionId};

use super::UndoEntry;
use super::history::ChangeHistory;
use super::restore::{Undo, made_at, renamed};
use crate::enforcement::Enforcement;

impl Enforcement {
    /// The answer to an undo that was refused because nothing is left to do. `None` if anything is, or if that cannot be seen.
    pub(super) fn answer_restored(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        entry: &UndoEntry,
        history: &ChangeHistory,
    ) -> Option<Envelope> {
        let is_restored = self.has_nothing_to_undo(wrapper, session, entry, history);
        let envelope = is_restored.then(|| self.reply_restored(wrapper, session, entry));
        envelope.filter(|envelope| envelope.reply_type() == ReplyType::S)
    }

    /// Whether nothing is left to do for the undo of a change: it only has to be marked. Nothing is changed.
    pub(super) fn has_nothing_to_undo(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        entry: &UndoEntry,
        history: &ChangeHistory,
    ) -> bool {
        // Of two changes of a file the later is undone first, whatever the file holds.
        self.is_restored(wrapper, session, entry, history) && !history.has_later(entry)
    }

    /// Answers an undo without a change.
    pub(super) fn reply_restored(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) -> Envelope {
        wrapper.call::<Undo, _>("undo", |rb| {
            if entry.creates_mod() {
                let (rb, made) = self.resolve_mod_at(rb, session, entry)?;
                return Ok(self.undone(rb, left_by_undo(entry, made.named(), None), entry));
            }
            let (rb, home) = self.resolve_at(rb, session, made_at(entry), Existence::Optional)?;
            let target = home.named();
            let Some(to) = &entry.renamed_to else {
                return Ok(self.undone(rb, left_by_undo(entry, target, None), entry));
            };
            let (rb, from) = self.resolve_at(rb, session, renamed(entry, to), Existence::Optional)?;
            Ok(self.undone(rb, left_by_undo(entry, from.named(), Some(target)), entry))
        })
    }

    /// Whether the file is what it was before a change, and the change's new name is free.
    fn is_restored(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry, history: &ChangeHistory) -> bool {
        if entry.creates_mod() {
            let found = self.find_mod(wrapper, session, entry);
            return found.is_some_and(|found| found.as_made.is_empty() && found.later.is_empty());
        }
        let Some(home) = self.find_at(wrapper, session, entry, made_at(entry)) else { return false };
        // An earlier version did not record what the file held.
        if home.digest != entry.held || home.digest.is_some() != entry.existed {
            return false;
        }
        let Some(to) = &entry.renamed_to else { return home.digest != entry.digest };
        let is_free =
            || self.find_at(wrapper, session, entry, renamed(entry, to)).is_some_and(|moved| moved.digest.is_none());
        (home.is_same || history.has_undone_since(entry)) && is_free()
    }
}

/// What the undo of a change would have done.
fn left_by_undo(entry: &UndoEntry, target: Address, renamed_to: Option<Address>) -> Changed {
    let digest = |digest: &Option<String>| digest.as_ref().and_then(|digest| digest.parse::<Digest>().ok());
    let operation = match renamed_to {
        Some(_) => OperationName::Rename,
        None if entry.is_creation() => OperationName::Delete,
        None => OperationName::Write,
    };
    let previous = if renamed_to.is_some() { digest(&entry.held) } else { digest(&entry.digest) };
    Changed { target, renamed_to, operation, written: None, previous, folder: entry.folder.clone() }
}
