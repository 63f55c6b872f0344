//! The current content of a changed file: for a person who wants to see what a change did, or what an undo would do.

use replies::en::denied::UndoWouldLoseWork;
use reply_kit::{Envelope, ReplyBuilder, ReplyResult, Wrapper};
use world_adapter::{Existence, OperationName, SessionId, Unfinished, Write};

use super::restore::{Undo, made_at, renamed};
use super::{UndoEntry, UndoError};
use crate::enforcement::Enforcement;

/// The current state of a file.
#[derive(Debug)]
pub enum CurrentFile {
    /// It exists, with this content.
    Holds(Vec<u8>),
    /// A folder with this digest of everything in it.
    Folder(String),
    /// It is not there.
    Absent,
    /// It cannot be read, for this reason.
    Unknown(Box<Envelope>),
}

impl Enforcement {
    /// The current state of a recorded change's file, under its new name if it was renamed. Nothing is changed.
    pub fn current_file(&self, wrapper: &Wrapper, entry: &UndoEntry) -> Result<CurrentFile, UndoError> {
        let session = self.person_session()?;
        let mut seen = None;
        let envelope = wrapper.call::<Undo, _>("undo", |rb| self.read_current(rb, session, entry, &mut seen));
        self.world.close_session(session);
        Ok(seen.unwrap_or_else(|| CurrentFile::Unknown(Box::new(envelope))))
    }

    fn read_current<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        seen: &mut Option<CurrentFile>,
    ) -> ReplyResult<'c> {
        let end = entry.renamed_to.as_ref().map_or_else(|| made_at(entry), |to| renamed(entry, to));
        let (rb, target) = self.resolve_at(rb, session, end, Existence::Optional)?;
        let address = target.named();
        if entry.folder.is_some() {
            let now = self.world.folder_digest(&self.voice, &target);
            *seen = Some(now.map_or(CurrentFile::Absent, |digest| CurrentFile::Folder(digest.to_string())));
            let operation = OperationName::Write.into();
            return Err(rb.denied(&self.voice, UndoWouldLoseWork { target: address, operation }));
        }
        // A write that is prepared and never committed shows the current content. The call ends without a change.
        let rb = match self.world.prepare_write(rb, self.authority.authorize(target, Write::new(""))) {
            Ok((rb, prepared)) => {
                *seen = Some(prepared.previous().map_or(CurrentFile::Absent, |held| CurrentFile::Holds(held.to_vec())));
                rb
            }
            Err(Unfinished::Answered(terminal)) => return Err(terminal),
            Err(Unfinished::Failed(rb, _)) => rb,
        };
        Err(rb.denied(&self.voice, UndoWouldLoseWork { target: address, operation: OperationName::Write.into() }))
    }
}
