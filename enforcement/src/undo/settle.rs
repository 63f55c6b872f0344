//! Changes whose process ended while it made them: the file shows whether each was made.

use replies::en::denied::UndoWouldLoseWork;
use reply_kit::{ReplyBuilder, ReplyResult, Wrapper};
use world_adapter::{Existence, Mode, OperationName, Prepared, SessionId, Unfinished, Write};

use super::UndoEntry;
use super::restore::{Undo, made_at};
use crate::enforcement::Enforcement;
use crate::policy::Requirement;

/// Whether a change was made, as the file shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SettledState {
    /// The file is unchanged: the change was not made.
    NotMade,
    /// The file is different: the change was made, or a later one.
    Made,
}

impl Enforcement {
    /// Finds out which unconfirmed changes were made, and discards the others. Nothing is changed on disk.
    ///
    /// A change in another world, or one whose file cannot be read now, stays as it is.
    pub fn settle_changes(&self, wrapper: &Wrapper) {
        let unsettled = self.undo.unsettled();
        if unsettled.is_empty() {
            return;
        }
        let configured = self.world.session(self.world.default_session());
        let Ok(session) = self.world.add_session(configured.with_mode(Some(Mode::Ck3ravenDev))) else { return };
        for entry in &unsettled {
            let mut seen = None;
            wrapper.call::<Undo, _>("undo", |rb| self.settle_change(rb, session, entry, &mut seen));
            let Ok(trace_id) = entry.trace_id.parse() else { continue };
            match seen {
                Some(SettledState::NotMade) => self.undo.discard(trace_id),
                Some(SettledState::Made) => {
                    for needed in [Requirement::Free, Requirement::Contract, Requirement::Token] {
                        self.undo.confirm(trace_id, needed);
                    }
                }
                None => {}
            }
        }
        self.world.close_session(session);
    }

    fn settle_change<'c>(
        &self,
        rb: ReplyBuilder<'c, Undo>,
        session: SessionId,
        entry: &UndoEntry,
        seen: &mut Option<SettledState>,
    ) -> ReplyResult<'c> {
        if entry.operation == OperationName::CreateMod.word().as_str() {
            let (rb, target) = self.resolve_mod_at(rb, session, entry)?;
            *seen = Some(if self.world.has_new_mod(&self.voice, &target) {
                SettledState::Made
            } else {
                SettledState::NotMade
            });
            let (target, operation) = (target.named(), OperationName::Write.into());
            return Err(rb.denied(&self.voice, UndoWouldLoseWork { target, operation }));
        }
        let (rb, target) = self.resolve_at(rb, session, made_at(entry), Existence::Optional)?;
        let address = target.named();
        if entry.folder.is_some() {
            let now = self.world.folder_digest(&self.voice, &target).map(|digest| digest.to_string());
            *seen = Some(if now.is_some() && now == entry.held { SettledState::NotMade } else { SettledState::Made });
            let operation = OperationName::Write.into();
            return Err(rb.denied(&self.voice, UndoWouldLoseWork { target: address, operation }));
        }
        // A write that is prepared and never committed shows the current content.
        match self.world.prepare_write(rb, self.authority.authorize(target, Write::new(""))) {
            Ok((rb, prepared)) => {
                *seen = Some(if is_as_before(&prepared, entry) { SettledState::NotMade } else { SettledState::Made });
                Err(rb
                    .denied(&self.voice, UndoWouldLoseWork { target: address, operation: OperationName::Write.into() }))
            }
            Err(Unfinished::Answered(terminal)) => Err(terminal),
            Err(Unfinished::Failed(rb, _)) => {
                Err(rb
                    .denied(&self.voice, UndoWouldLoseWork { target: address, operation: OperationName::Write.into() }))
            }
        }
    }
}

/// Whether the file is as it was before the change; a write of identical content counts as made.
fn is_as_before(prepared: &Prepared<'_>, entry: &UndoEntry) -> bool {
    let now = prepared.previous_digest().map(|digest| digest.to_string());
    let is_same_file = entry.file_number.is_none() || prepared.file_number() == entry.file_number;
    now == entry.held && entry.digest != entry.held && is_same_file
}
