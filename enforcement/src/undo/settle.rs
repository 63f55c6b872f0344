//! Changes whose process ended while it made them: the file shows whether each was made.

use reply_kit::{ReplyBuilder, ReplyResult, Wrapper};
use world_adapter::{OperationName, Prepared, SessionId};

use super::UndoEntry;
use super::current::ChangeTarget;
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
        let Ok(session) = self.person_session() else { return };
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
        let mut settle = |is_made| *seen = Some(if is_made { SettledState::Made } else { SettledState::NotMade });
        if entry.operation == OperationName::CreateMod.word().as_str() {
            let (rb, target) = self.resolve_mod_at(rb, session, entry)?;
            settle(self.world.has_new_mod(&self.voice, &target));
            return Err(self.would_lose_work(rb, (target.named(), OperationName::Write)));
        }
        self.look_at(rb, session, (entry, made_at(entry)), |target| {
            settle(match target {
                ChangeTarget::Folder(now) => now.is_none_or(|now| entry.held != Some(now.to_string())),
                ChangeTarget::File(prepared) => !is_as_before(prepared, entry),
            });
        })
    }
}

/// Whether the file is as it was before the change; a write of identical content counts as made.
fn is_as_before(prepared: &Prepared<'_>, entry: &UndoEntry) -> bool {
    let now = prepared.previous_digest().map(|digest| digest.to_string());
    let is_same_file = entry.file_number.is_none() || prepared.file_number() == entry.file_number;
    now == entry.held && entry.digest != entry.held && is_same_file
}
