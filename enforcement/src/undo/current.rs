//! The current content of a changed file: for a person who wants to see what a change did, or what an undo would do; and to
//! find out whether a change was made.

use replies::en::error::WriteFailed;
use reply_kit::{Envelope, ReplyBuilder, ReplyResult, Wrapper};
use world_adapter::{CreatedMod, Existence, FoundFolder, OperationName, Prepared, SessionId, Unfinished, Write};

use super::restore::{ChangeEnd, Undo, is_another, made_at, renamed};
use super::{UndoEntry, UndoError};
use crate::enforcement::Enforcement;

/// The current state of a file.
#[derive(Debug)]
pub enum CurrentFile {
    /// It exists, with this content.
    Holds(Vec<u8>),
    /// A folder with this digest of everything in it.
    Folder(String),
    /// A mod that the change created: what is left of it, and what came to it.
    Mod(CreatedMod),
    /// It is not there.
    Absent,
    /// It cannot be read, for this reason.
    Unknown(Box<Envelope>),
}

/// What is at an end of a change now.
pub(super) enum ChangeTarget<'p> {
    /// The folder, or what is in its place.
    Folder(Option<FoundFolder>),
    /// A write to the file, which shows its current content and is never committed.
    File(&'p Prepared<'p>),
}

/// What is at an end of a change now, compared with what the change replaced or moved.
pub(super) struct Found {
    pub(super) exists: bool,
    /// The digest of what it holds, if that can be read.
    pub(super) digest: Option<String>,
    /// Whether it is the very file or folder of before the change, whatever it holds.
    pub(super) is_same: bool,
}

impl ChangeTarget<'_> {
    fn found(&self, entry: &UndoEntry) -> Found {
        match self {
            Self::Folder(None) => Found { exists: false, digest: None, is_same: false },
            Self::Folder(Some(folder)) => Found {
                exists: true,
                digest: folder.digest.map(|digest| digest.to_string()),
                is_same: folder.file_number == entry.file_number && folder.created == entry.created,
            },
            Self::File(prepared) => Found {
                exists: prepared.previous().is_some(),
                digest: prepared.previous_digest().map(|digest| digest.to_string()),
                is_same: prepared.previous().is_some() && !is_another(prepared, entry),
            },
        }
    }
}

impl Enforcement {
    /// What is at an end of a change now; `None` if that cannot be seen.
    pub(super) fn find_at(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        entry: &UndoEntry,
        end: ChangeEnd<'_>,
    ) -> Option<Found> {
        let mut found = None;
        let see = |target: ChangeTarget<'_>| found = Some(target.found(entry));
        wrapper.call::<Undo, _>("undo", |rb| self.look_at(rb, session, (entry, end), see));
        found
    }

    /// The current state of a recorded change's file, under its new name if it was renamed. Nothing is changed.
    pub fn current_file(&self, wrapper: &Wrapper, entry: &UndoEntry) -> Result<CurrentFile, UndoError> {
        let session = self.person_session()?;
        if entry.creates_mod() {
            let seen = self.find_mod(wrapper, session, entry);
            self.world.close_session(session);
            return Ok(seen.map_or_else(CurrentFile::Unknown, CurrentFile::Mod));
        }
        let end = entry.renamed_to.as_ref().map_or_else(|| made_at(entry), |to| renamed(entry, to));
        let mut seen = None;
        let see = |target: ChangeTarget<'_>| {
            seen = Some(match target {
                ChangeTarget::Folder(folder) => {
                    folder.and_then(|folder| folder.digest).map(|digest| CurrentFile::Folder(digest.to_string()))
                }
                ChangeTarget::File(prepared) => prepared.previous().map(|held| CurrentFile::Holds(held.to_vec())),
            });
        };
        let envelope = wrapper.call::<Undo, _>("undo", |rb| self.look_at(rb, session, (entry, end), see));
        self.world.close_session(session);
        Ok(match seen {
            Some(found) => found.unwrap_or(CurrentFile::Absent),
            None => CurrentFile::Unknown(Box::new(envelope)),
        })
    }

    /// What is there of a mod that a change created; otherwise why that cannot be seen.
    pub(super) fn find_mod(
        &self,
        wrapper: &Wrapper,
        session: SessionId,
        entry: &UndoEntry,
    ) -> Result<CreatedMod, Box<Envelope>> {
        let mut seen = None;
        let envelope = wrapper.call::<Undo, _>("undo", |rb| self.look_at_mod(rb, session, entry, &mut seen));
        seen.ok_or_else(|| Box::new(envelope))
    }

    /// Looks at a mod that a change created, and ends the call without a change.
    fn look_at_mod<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        seen: &mut Option<CreatedMod>,
    ) -> ReplyResult<'c> {
        let (rb, target) = self.resolve_mod_at(rb, session, entry)?;
        let left = entry.digest.as_ref().and_then(|digest| digest.parse().ok());
        let (address, operation) = (target.named(), OperationName::Delete);
        let failed = |rb: ReplyBuilder<'c, Undo>, _unread| {
            rb.error(&self.voice, WriteFailed { target: address.clone(), operation: operation.into() })
        };
        let (rb, found) = rb.require(self.world.made_mod(&self.voice, &target, left), failed)?;
        *seen = Some(found);
        Err(self.would_lose_work(rb, (address, operation)))
    }

    /// Passes what is at an end of a change to `see`, and ends the call without a change.
    pub(super) fn look_at<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        (entry, end): (&UndoEntry, ChangeEnd<'_>),
        see: impl FnOnce(ChangeTarget<'_>),
    ) -> ReplyResult<'c> {
        let (rb, target) = self.resolve_at(rb, session, end, Existence::Optional)?;
        let address = target.named();
        let rb = if entry.folder.is_some() {
            see(ChangeTarget::Folder(self.world.found_folder(&self.voice, &target)));
            rb
        } else {
            match self.world.prepare_write(rb, self.authority.authorize(target, Write::new(""))) {
                Ok((rb, prepared)) => {
                    see(ChangeTarget::File(&prepared));
                    rb
                }
                Err(Unfinished::Answered(terminal)) => return Err(terminal),
                Err(Unfinished::Failed(rb, _)) => rb,
            }
        };
        Err(self.would_lose_work(rb, (address, OperationName::Write)))
    }
}
