//! What is where a change left something: to find out whether it was made, and what undoing it would do. Nothing is changed.

use reply_kit::{Envelope, Wrapper};
use world_adapter::{CreatedMod, Existence, Found, FoundFolder, ModName, OperationName, SessionId, Unfinished, Write};

use super::UndoEntry;
use super::restore::{ChangeEnd, Undo, is_another, made_at, renamed};
use crate::enforcement::Enforcement;

/// What is at an end of a change now, compared with what the change replaced or moved.
pub(super) struct FoundEnd {
    pub(super) exists: bool,
    /// The digest of what it holds, if that can be read.
    pub(super) digest: Option<String>,
    /// Whether it is the very file or folder of before the change, whatever it holds.
    pub(super) is_same: bool,
}

impl FoundEnd {
    /// `None` if the change was one of a file, and what is there now is not a readable file.
    fn of(found: &Found, entry: &UndoEntry) -> Option<Self> {
        let (digest, is_same) = match (found, &entry.folder) {
            (Found::Folder(FoundFolder { digest, file_number, created }), Some(_)) => {
                (*digest, *file_number == entry.file_number && *created == entry.created)
            }
            (Found::File(file) | Found::Protected(file), None) => {
                let is_another = is_another(Some(file.file_number()), file.created, Some(&file.attributes), entry);
                (Some(file.digest()), !is_another)
            }
            (Found::Nothing, _) | (_, Some(_)) => (None, false),
            (_, None) => return None,
        };
        let exists = !matches!(found, Found::Nothing);
        Some(Self { exists, digest: digest.map(|digest| digest.to_string()), is_same })
    }
}

impl Enforcement {
    /// What is at an end of a change now; `None` if that cannot be seen, or the end lies elsewhere now.
    pub(super) fn look_at(&self, wrapper: &Wrapper, session: SessionId, end: ChangeEnd<'_>) -> Option<Found> {
        let (address, location) = (self.address_of(session, end), end.location?);
        wrapper.guard("undo", || self.world.look(&self.voice, session, address, Some(location))).ok().flatten()
    }

    /// The same, compared with the change.
    pub(super) fn find_at(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        entry: &UndoEntry,
        end: ChangeEnd<'_>,
    ) -> Option<FoundEnd> {
        FoundEnd::of(&self.look_at(wrapper, session, end)?, entry)
    }

    /// What is there of a mod that a change created; `None` if that cannot be seen.
    pub(super) fn find_mod(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) -> Option<CreatedMod> {
        let name = entry.target.strip_prefix("mod:").and_then(ModName::new)?;
        let made = (entry.location.as_deref()?, entry.digest.as_ref().and_then(|digest| digest.parse().ok()));
        let look = || self.world.look_at_made_mod(&self.voice, session, &name, made);
        wrapper.guard("undo", look).ok().flatten()
    }

    /// The reply that says why what a change left cannot be seen, or not be replaced.
    pub(super) fn reply_unseen(&self, wrapper: &Wrapper, session: SessionId, entry: &UndoEntry) -> Envelope {
        wrapper.call::<Undo, _>("undo", |rb| {
            if entry.creates_mod() {
                let (rb, made) = self.resolve_mod_at(rb, session, entry)?;
                return Err(self.not_written(rb, (made.named(), OperationName::Delete)));
            }
            let (rb, target) = self.resolve_at(rb, session, left_at(entry), Existence::Optional)?;
            let change = (target.named(), OperationName::Write);
            match self.world.prepare_write(rb, self.authority.authorize(target, Write::new(""))) {
                Err(Unfinished::Answered(terminal)) => Err(terminal),
                Ok((rb, _)) | Err(Unfinished::Failed(rb, _)) => Err(self.would_lose_work(rb, change)),
            }
        })
    }
}

/// Where a change left something: at its new name if it was a rename.
pub(super) fn left_at(entry: &UndoEntry) -> ChangeEnd<'_> {
    entry.renamed_to.as_ref().map_or_else(|| made_at(entry), |to| renamed(entry, to))
}
